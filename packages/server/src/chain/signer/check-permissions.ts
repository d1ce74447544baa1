import type { TronAddress } from '@tern/tron/address';
import { getPermissions, type AccountPermissions, type Permission } from '@tern/tron/get-permissions';
import { houseOperations } from '@tern/tron/house-operations';
import type { TronNode } from '@tern/tron/open-node';
import type { Signer } from '@tern/tron/signer-client';
import type { Owners } from '@tern/tron/transaction';

/** What the chain says of who may sign for an account of the house, where it is not as it should be. */
export type PermissionFinding = {
  readonly account: keyof typeof houseOperations;
  readonly address: TronAddress;
  readonly finding: string;
  /** False where nothing is wrong and only something is left to do. */
  readonly grave: boolean;
};

/**
 * Compares who may sign for the hot wallet and the fee account on the irreversible chain with what the signer's policy
 * says. Throws `NodeFault`, `SignerUnavailable`.
 */
export async function checkPermissions({
  node,
  signer,
}: {
  readonly node: TronNode;
  readonly signer: Pick<Signer, 'getAccounts'>;
}): Promise<readonly PermissionFinding[]> {
  const { owners, ...accounts } = await signer.getAccounts();
  const findings: PermissionFinding[] = [];
  for (const account of ['hot', 'fee'] as const) {
    const address = accounts[account];
    const permissions = await getPermissions(node, { view: 'solid', address });
    for (const found of judgePermissions(permissions, { account, address, owners }))
      findings.push({ account, address, ...found });
  }
  return findings;
}

type Found = Pick<PermissionFinding, 'finding' | 'grave'>;

/** Pure. */
export function judgePermissions(
  permissions: AccountPermissions | undefined,
  {
    account,
    address,
    owners,
  }: Pick<PermissionFinding, 'account' | 'address'> & { readonly owners: Owners | undefined },
): readonly Found[] {
  const left: Found = { finding: 'its own key owns it still, and the owners are enrolled', grave: false };
  if (permissions === undefined) return owners === undefined ? [] : [left];
  const { owner, actives } = permissions;
  const expected = owners ?? { addresses: [address], threshold: 1 };
  const isOwn = isOf(owner, { addresses: [address], threshold: 1 });
  if (!isOf(owner, expected) && !isOwn)
    return [{ finding: `others own it: ${describePermission(owner)}`, grave: true }];
  const strange = actives.find((active) => !isOf(active, { addresses: [address], threshold: 1 }));
  if (strange !== undefined)
    return [{ finding: `permission ${strange.id} belongs to others: ${describePermission(strange)}`, grave: true }];
  if (isOwn) return owners === undefined ? [] : [left];
  const allowed: readonly number[] = houseOperations[account];
  const more = actives.flatMap(({ operations }) => operations.filter((number) => !allowed.includes(number)));
  if (more.length > 0) return [{ finding: `its key may sign contract types ${more.join(', ')} too`, grave: true }];
  const signing = actives.find(({ id }) => id === 2);
  const fewer = allowed.filter((number) => signing?.operations.includes(number) !== true);
  return fewer.length === 0
    ? []
    : [{ finding: `its key may not sign contract types ${fewer.join(', ')}`, grave: true }];
}

/** Whether exactly these keys, of weight one each, make up a permission. */
function isOf({ keys, threshold }: Permission, { addresses, threshold: needed }: Owners): boolean {
  return (
    threshold === BigInt(needed) &&
    keys.length === addresses.length &&
    keys.every(({ address, weight }) => weight === 1n && addresses.includes(address))
  );
}

/** Who makes up a permission, in words: `2 of TAbc…, TDef…`. */
export function describePermission({ keys, threshold }: Permission): string {
  const each = keys.map(({ address, weight }) => (weight === 1n ? address : `${address} (weight ${weight})`));
  return `${threshold} of ${each.join(', ')}`;
}
