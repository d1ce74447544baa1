import { assert } from '@tern/base/assert';
import { zero } from '@tern/money/units';
import { referenceTo } from './reference-block.ts';
import type { PermissionTransaction, PermissionUpdate, TransactionFrame } from './transaction.ts';

/** Most keys of one permission (java-tron: `TOTAL_SIGN_NUM`). */
const keysMax = 5;

/**
 * Takes an account's owner permission from its own key and leaves that key the operations that are named. The chain burns
 * its fee for it (100 TRX) and refuses nothing that this asserts.
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
