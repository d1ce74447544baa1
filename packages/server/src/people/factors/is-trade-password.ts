import type { PersonId } from '@tern/base/ids';
import { tradePasswordCost, type IdentityDeps } from '../accounts/public.ts';
import { upgradeTradeHash } from './factor-store.ts';

/** Whether this is the person's trade password. A right one is hashed anew where its hash is of other parameters or earlier peppers. */
export async function isTradePassword(
  { db, hasher }: Pick<IdentityDeps, 'db' | 'hasher'>,
  personId: PersonId,
  { hash, tradePassword }: { readonly hash: string; readonly tradePassword: string },
): Promise<boolean> {
  if (!(await hasher.verify(hash, tradePassword, personId))) return false;
  if (hasher.isOutdated(hash, tradePasswordCost)) {
    const to = await hasher.hash(tradePassword, personId, tradePasswordCost);
    await upgradeTradeHash(db.kysely, personId, { from: hash, to });
  }
  return true;
}
