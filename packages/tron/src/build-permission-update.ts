import { assert } from '@tern/base/assert';
import { zero } from '@tern/money/units';
import { referenceTo } from './reference-block.ts';
import type { PermissionTransaction, PermissionUpdate, TransactionFrame } from './transaction.ts';

/** Most keys of one permission (java-tron: `TOTAL_SIGN_NUM`). */
const keysMax = 5;

/**
 * Builds the transaction that gives an account to other owners: `owners.threshold` of `owners.addresses` sign as its
 * owner from then on, and its own key keeps one active permission for the operations that are named. The chain burns a
 * fee for it, 100 TRX unless the network has voted for another (`getUpdateAccountPermissionFee`). What Tron's
 * multi-signature allows is on https://developers.tron.network/docs/multi-signature; why the house does it in
 * docs/decisions/0087-owners-elsewhere.md.
 *
 * @throws AssertionFault unless there are 1 to 5 different owners, the account itself not among them, a threshold of 1
 *   to their number, and at least one operation; or where the reference block's id does not carry its number.
 * @example
 * const owners = { addresses: [bob], threshold: 1 };
 * const permission = { kind: 'restrict', owner: alice, owners, operations: houseOperations.hot };
 * buildPermissionUpdate({ permission, ...frame }).feeLimitSun; // → 0n
 * buildPermissionUpdate({ permission: { ...permission, owners: { addresses: [bob], threshold: 2 } }, ...frame });
 * // throws AssertionFault('not a threshold of 1: 2')
 */
export function buildPermissionUpdate({
  permission,
  refBlock,
  expirationMs,
  timestampMs,
  permissionId,
}: Omit<TransactionFrame, 'memo'> & { readonly permission: PermissionUpdate }): PermissionTransaction {
  const { owner, owners, operations } = permission;
  const { addresses, threshold } = owners;
  assert(addresses.length >= 1 && addresses.length <= keysMax, `not a number of keys: ${addresses.length}`);
  assert(threshold >= 1 && threshold <= addresses.length, `not a threshold of ${addresses.length}: ${threshold}`);
  assert(new Set(addresses).size === addresses.length && !addresses.includes(owner), 'keys of others, each once');
  assert(operations.length > 0, 'an account that its key can do nothing with');
  return {
    permission,
    ...referenceTo(refBlock),
    expirationMs,
    timestampMs,
    feeLimitSun: zero,
    ...(permissionId === undefined ? {} : { permissionId }),
  };
}
