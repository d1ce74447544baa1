import { problem, type DomainError } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { factorPauses, settleTries, type SettledTry } from '../../platform/limits/public.ts';
import { recordAuthorizations } from '../accounts/public.ts';
import type { FactorDeps, FactorTry } from './admit-factors.ts';
import { claimSteps } from './factor-store.ts';

/** What looking at somebody's factors came to, before it has been counted. */
export type JudgedFactors = {
  readonly try: FactorTry;
  /** `neither`: the trade password alone, which forgives no wrong codes; else it would buy their guesser new tries for ever. */
  readonly verdict: 'right' | 'wrong' | 'neither';
  /** The authenticator's step that the code is of; null where no code was asked for, or a wrong one was given. */
  readonly step: number | null;
  /** What the factors were given for. */
  readonly action: string;
};

/** Null where the action may go on. */
export type FactorRefusal = DomainError<'UNAVAILABLE' | 'AUTHENTICATOR_CODE_USED'> | null;

export type SettledFactors = SettledTry & { readonly refusal: FactorRefusal };

/**
 * Counts what the factors of a set came to, at most one try of each person: uses up the codes, ends the tries, and notes what
 * was authorised. In the caller's transaction; done again, it changes nothing.
 */
export async function settleFactors(
  tx: DbTx,
  { clock }: Pick<FactorDeps, 'clock'>,
  judged: readonly JudgedFactors[],
): Promise<readonly SettledFactors[]> {
  const claimed = await claimSteps(
    tx,
    judged.flatMap(({ try: { personId, authenticator }, step }) =>
      step === null || authenticator === null ? [] : [{ personId, step, confirmedAt: authenticator.confirmedAt }],
    ),
  );
  const isUsed = ({ step, try: { personId } }: JudgedFactors): boolean => step !== null && !claimed.has(personId);
  const now = clock.now();
  const settled = await settleTries(
    tx,
    // A code that was used before is no wrong one: only who has the authenticator can know it.
    judged.map((each) => ({ ...each.try, verdict: isUsed(each) ? 'neither' : each.verdict })),
    { pauses: factorPauses, now },
  );
  const answers = judged.map((each, at): SettledFactors => {
    const { inTime = false, failures = 0, pausedUntil = null } = settled[at] ?? {};
    const refusal = each.verdict === 'wrong' ? null : refusalOf({ inTime, used: isUsed(each) });
    return { inTime, failures, pausedUntil, refusal };
  });
  await recordAuthorizations(
    tx,
    judged.flatMap(({ verdict, action, try: { personId } }, at) =>
      verdict === 'wrong' || answers[at]?.refusal !== null ? [] : [{ personId, action }],
    ),
    now,
  );
  return answers;
}

function refusalOf({ inTime, used }: { readonly inTime: boolean; readonly used: boolean }): FactorRefusal {
  if (!inTime) return problem('UNAVAILABLE');
  return used ? problem('AUTHENTICATOR_CODE_USED') : null;
}
