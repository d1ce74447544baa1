import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { mapOk } from '@tern/base/map-ok';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import {
  factorPauses,
  failureKeys,
  judgementMaxMs,
  reserveTries,
  type ReservedTry,
  type Try,
} from '../../platform/limits/public.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { findKnownFactors, type KnownFactors } from './factor-store.ts';

/** What the factor checks need; other slices hand it on. */
export type FactorDeps = Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'keys'>;

/** `withCode`: whether a code of the authenticator is asked for besides the trade password. */
export type FactorAsk = { readonly personId: PersonId; readonly withCode: boolean };

/** A try of somebody's factors, with what it is judged by. */
export type FactorTry = Try & KnownFactors & { readonly personId: PersonId };

/** A try and whether it may be judged yet. */
export type Admission = { readonly try: FactorTry; readonly reserved: ReservedTry };

/**
 * Reserves a try for each, in their order. `TRADE_PASSWORD_NOT_SET` or `AUTHENTICATOR_NOT_BOUND` in the place of one that
 * lacks a factor.
 */
export async function admitFactors(
  db: DbReader,
  { clock }: Pick<FactorDeps, 'clock'>,
  asks: readonly FactorAsk[],
): Promise<readonly (Admission | DomainError)[]> {
  const known = await findKnownFactors(
    db,
    asks.map(({ personId }) => personId),
  );
  const checked = asks.map(({ personId, withCode }): FactorTry | DomainError => {
    const factors = known.get(personId);
    if (factors === undefined) return problem('TRADE_PASSWORD_NOT_SET');
    if (withCode && factors.authenticator === null) return problem('AUTHENTICATOR_NOT_BOUND');
    return { id: randomUUID(), key: failureKeys.transfer(personId), personId, ...factors };
  });
  return await mapOk<FactorTry, Admission, DomainError>(checked, async (tries) => {
    const reserved = await reserveFactors(db, { clock }, tries);
    return tries.map((each, at) => ({ try: each, reserved: reserved[at] as ReservedTry }));
  });
}

/** Asks whether tries may be judged now, and reserves those that may. */
export async function reserveFactors(
  db: DbReader,
  { clock }: Pick<FactorDeps, 'clock'>,
  tries: readonly Try[],
): Promise<readonly ReservedTry[]> {
  return await reserveTries(db, tries, { pauses: factorPauses, now: clock.now(), leaseMs: judgementMaxMs });
}
