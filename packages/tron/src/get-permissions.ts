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
 * Reads who may sign for an account (https://developers.tron.network/docs/multi-signature). An account whose
 * permissions nobody has changed has the default: its own key alone signs everything. The answer is `undefined` where
 * the node shows no permissions, which means that the account does not exist yet, or has the default and the node
 * leaves it out.
 *
 * @throws NodeFault
 * @example
 * await getPermissions(node, { view: 'head', address: bob }); // → undefined
 * const before = await getPermissions(node, { view: 'head', address: alice });
 * before?.owner; // → { threshold: 1n, keys: [{ address: alice, weight: 1n }] }
 * const owners = { addresses: [bob], threshold: 1 };
 * const permission = { kind: 'restrict', owner: alice, owners, operations: houseOperations.hot };
 * const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
 * await broadcast(node, sign(buildPermissionUpdate({ permission, ...window })));
 * await chain.admin.mine();
 * const after = await getPermissions(node, { view: 'head', address: alice });
 * after?.owner; // → { threshold: 1n, keys: [{ address: bob, weight: 1n }] }
 * after?.actives.map(({ operations }) => operations); // → [[1, 31]]
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
 * Tells under which permission the account's own key signs alone: `0` as its owner, `2` under the first active
 * permission, `undefined` under neither of them. Which operations an active permission allows is not looked at. Reads
 * nothing itself: `permissions` is what `getPermissions` answered.
 *
 * @example
 * permissionOf(undefined, alice); // → 0
 * const owner = { threshold: 1n, keys: [{ address: bob, weight: 1n }] };
 * permissionOf({ owner, actives: [] }, alice); // → undefined
 * const active = { id: 2, operations: [1, 31], threshold: 1n, keys: [{ address: alice, weight: 1n }] };
 * permissionOf({ owner, actives: [active] }, alice); // → 2
 */
export function permissionOf(permissions: AccountPermissions | undefined, address: TronAddress): 0 | 2 | undefined {
  if (permissions === undefined) return 0;
  const mayAlone = ({ keys, threshold }: Permission): boolean =>
    keys.some((key) => key.address === address && key.weight >= threshold);
  if (mayAlone(permissions.owner)) return 0;
  return permissions.actives.some((active) => active.id === 2 && mayAlone(active)) ? 2 : undefined;
}
