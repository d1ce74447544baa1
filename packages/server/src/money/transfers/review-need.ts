import { add, type Units } from '@tern/money/units';
import type { SendingTerms } from '../../people/terms/public.ts';
import { approvalsNeeded, type ReviewCause, type SendContent } from './withdrawal.ts';

export type ReviewNeed = { readonly approvalsNeeded: 0 | 1 | 2; readonly reviewCause: ReviewCause | null };

type Content = Pick<SendContent, 'ownMove' | 'usdtValue' | 'settlement'>;

/** Whether a send counts against the day's total of the house: it leaves for the chain, and not for its own size by an operator's hand. */
export function countsForDailyOutflow(content: Content, terms: SendingTerms): boolean {
  return content.settlement === 'chain' && approvalsNeeded(content, terms) === 0;
}

/**
 * How many operators have to look at a send, and why. `dailyOutflow` is what left for the chain within a day or is on its way:
 * of sends at the same moment those that fit within the total go on, and the others wait for a person. `isHeld`:
 * something was found about its receiver.
 */
export function reviewNeedOf(
  content: Content,
  terms: SendingTerms,
  { dailyOutflow, isHeld }: { readonly dailyOutflow: Units; readonly isHeld: boolean },
): ReviewNeed {
  const needed = approvalsNeeded(content, terms);
  if (isHeld) return { approvalsNeeded: needed === 0 ? 1 : needed, reviewCause: 'screening' };
  if (needed > 0) return { approvalsNeeded: needed, reviewCause: 'amount' };
  const above = content.settlement === 'chain' && add(dailyOutflow, content.usdtValue) > terms.houseDailyMaximumUsdt;
  return above ? { approvalsNeeded: 1, reviewCause: 'day-total' } : { approvalsNeeded: 0, reviewCause: null };
}
