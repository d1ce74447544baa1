import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { factorPauses, factorTriesLeft, judgeTry } from '../../platform/limits/public.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { findStep } from './authenticator.ts';
import { claimStep, findAuthenticator } from './factor-store.ts';

type FactorDeps = Pick<IdentityDeps, 'db' | 'clock' | 'keys'>;

/** `used`: right now, but it or a later one was accepted before. Only who has the authenticator can know such a code. */
export type CodeUse = 'accepted' | 'used' | 'wrong';

const verdicts = { accepted: 'right', used: 'neither', wrong: 'wrong' } as const;

/**
 * Takes a code that is right now and was never used: of parallel requests with the same code one is accepted.
 * A code once accepted stays used, whatever becomes of the action. Throws `AUTHENTICATOR_NOT_BOUND`.
 */
export async function useAuthenticatorCode(
  { db, clock, keys }: FactorDeps,
  { personId, code }: { readonly personId: PersonId; readonly code: string },
): Promise<CodeUse> {
  const authenticator = await findAuthenticator(db.kysely, personId);
  if (authenticator === undefined) throw problem('AUTHENTICATOR_NOT_BOUND');
  const step = await findStep(keys.factorBox.open(authenticator.secretSealed, personId), code, clock.nowMs());
  if (step === undefined) return 'wrong';
  return (await claimStep(db.kysely, personId, step)) ? 'accepted' : 'used';
}

/**
 * Checks a code against the tries of `failureKey`. Throws `AUTHENTICATOR_CODE_WRONG`, `FACTORS_LOCKED`, or
 * `AUTHENTICATOR_CODE_USED`, which is no wrong try.
 */
export async function checkAuthenticatorCode(
  deps: FactorDeps,
  { personId, code, failureKey }: { readonly personId: PersonId; readonly code: string; readonly failureKey: string },
): Promise<void> {
  const judged = await judgeTry(deps, { key: failureKey, pauses: factorPauses }, async () => {
    const use = await useAuthenticatorCode(deps, { personId, code });
    return { verdict: verdicts[use], value: use };
  });
  if (judged.outcome === 'paused') throw problem('FACTORS_LOCKED', toWire({ until: judged.pausedUntil }));
  if (judged.outcome === 'right') return;
  if (judged.outcome === 'neither') throw problem('AUTHENTICATOR_CODE_USED');
  if (judged.pausedUntil !== null) throw problem('FACTORS_LOCKED', toWire({ until: judged.pausedUntil }));
  throw problem('AUTHENTICATOR_CODE_WRONG', { triesLeft: factorTriesLeft(judged.failures) });
}
