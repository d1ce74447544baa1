import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { failureKeys, findPauses } from '../../platform/limits/public.ts';
import { countRecoveryCodes, selectBound } from './factor-store.ts';

/** What a transfer needs of them. */
export type SendingFactors = {
  readonly tradePasswordSet: boolean;
  readonly authenticatorBound: boolean;
  /** Outgoing transfers are locked until then after too many wrong tries. */
  readonly lockedUntil: Date | null;
};

export type Factors = SendingFactors & { readonly recoveryCodesLeft: number };

/** Which factors a person has, and whether wrong tries have locked them at `now`. */
export async function findFactors(db: DbReader, personId: PersonId, now: Date): Promise<Factors> {
  const [[factors], recoveryCodesLeft] = await Promise.all([
    listSendingFactors(db, [personId], now),
    countRecoveryCodes(db, personId),
  ]);
  assert(factors !== undefined, 'each person is answered');
  return { ...factors, recoveryCodesLeft };
}

/** As `findFactors`, what a transfer needs, for several people in their order. */
export async function listSendingFactors(
  db: DbReader,
  personIds: readonly PersonId[],
  now: Date,
): Promise<readonly SendingFactors[]> {
  const { tradePasswords, authenticators } = await selectBound(db, personIds);
  const pauses = await findPauses(db, personIds.map(failureKeys.transfer), now);
  return personIds.map((personId) => ({
    tradePasswordSet: tradePasswords.has(personId),
    authenticatorBound: authenticators.has(personId),
    lockedUntil: pauses.get(failureKeys.transfer(personId)) ?? null,
  }));
}
