import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { failureKeys, findPause } from '../../platform/limits/public.ts';
import { countRecoveryCodes, findAuthenticator, findTradePasswordHash } from './factor-store.ts';

export type Factors = {
  readonly tradePasswordSet: boolean;
  readonly authenticatorBound: boolean;
  readonly recoveryCodesLeft: number;
  /** Outgoing transfers are locked until then after too many wrong tries. */
  readonly lockedUntil: Date | null;
};

/** Which factors a person has, and whether wrong tries have locked them at `now`. */
export async function findFactors(db: DbReader, personId: PersonId, now: Date): Promise<Factors> {
  const [tradePassword, authenticator, recoveryCodesLeft, lockedUntil] = await Promise.all([
    findTradePasswordHash(db, personId),
    findAuthenticator(db, personId),
    countRecoveryCodes(db, personId),
    findPause(db, failureKeys.transfer(personId), now),
  ]);
  return {
    tradePasswordSet: tradePassword !== undefined,
    authenticatorBound: authenticator !== undefined,
    recoveryCodesLeft,
    lockedUntil: lockedUntil ?? null,
  };
}
