import { hexToBytes } from '@noble/hashes/utils.js';
import { addressToHex, type TronAddress } from './address.ts';
import { listOperations } from './house-operations.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { readReply, type Reply } from './reply.ts';
import { viewRoot } from './view-root.ts';

/** Keys with their weights, and the weight that has to sign. */
export type Permission = {
  readonly threshold: bigint;
  readonly keys: readonly { readonly address: TronAddress; readonly weight: bigint }[];
};

/** An active permission: from id 2 on, and the contract types it may sign. */
export type ActivePermission = Permission & { readonly id: number; readonly operations: readonly number[] };

export type AccountPermissions = { readonly owner: Permission; readonly actives: readonly ActivePermission[] };

/**
 * Who may sign for an account. `undefined` where nobody ever changed it, or it does not exist yet: then its own key alone
 * signs everything. @throws NodeFault
 */
export async function getPermissions(
  node: TronNode,
  { view, address }: { readonly view: ChainView; readonly address: TronAddress },
): Promise<AccountPermissions | undefined> {
  const path = `${viewRoot(view)}/getaccount`;
  const account = readReply(await node.ask(path, { address: addressToHex(address) }), { node, path });
  if (!account.has('owner_permission')) return undefined;
  return {
    owner: readPermission(account.object('owner_permission')),
    actives: account.objects('active_permission').map((active) => ({
      ...readPermission(active),
      id: active.count('id'),
      operations: listOperations(hexToBytes(active.hex('operations'))),
    })),
  };
}

function readPermission(permission: Reply): Permission {
  return {
    threshold: permission.amount('threshold'),
    keys: permission.objects('keys').map((key) => ({ address: key.address('address'), weight: key.amount('weight') })),
  };
}

/**
 * By which permission the account's own key signs alone: `0`, as its owner, `2`, as the first active one, or none.
 * Pure.
 */
export function permissionOf(permissions: AccountPermissions | undefined, address: TronAddress): 0 | 2 | undefined {
  if (permissions === undefined) return 0;
  const mayAlone = ({ keys, threshold }: Permission): boolean =>
    keys.some((key) => key.address === address && key.weight >= threshold);
  if (mayAlone(permissions.owner)) return 0;
  return permissions.actives.some((active) => active.id === 2 && mayAlone(active)) ? 2 : undefined;
}
