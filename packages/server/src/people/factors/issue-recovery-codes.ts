import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { hashRecoveryCode, newRecoveryCode } from '../../platform/tokens.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './factor-store.ts';

const recoveryCodes = 10;

/** Ten new recovery codes in place of all former ones. Only their hashes are kept: they are shown this once. */
export async function issueRecoveryCodes(
  tx: DbTx,
  { keys }: Pick<IdentityDeps, 'keys'>,
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(keys.hashKey, personId, code));
  await deleteRecoveryCodes(tx, personId);
  await insertRecoveryCodes(tx, personId, hashes, now);
  return codes;
}
