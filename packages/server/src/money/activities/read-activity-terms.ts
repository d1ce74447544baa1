import type { ActivityTermsInput } from '@tern/contracts/routes/console-activities';
import { parseAmount } from '@tern/money/parse-amount';
import type { ActivityTerms } from './activity.ts';
import { activityTexts } from './texts.ts';

const rewardDecimals = 18;
/** It opens within so long and is open for so long at most; the database keeps both too. */
const yearMs = 366 * 86_400_000;

type Fault = 'reward-invalid' | 'texts-invalid' | 'dates-invalid' | 'too-far-ahead';

/** An activity as an operator filled it in now, or which part of it cannot be. */
export function readActivityTerms(
  input: ActivityTermsInput,
  now: Date,
): { readonly terms: ActivityTerms } | { readonly fault: Fault } {
  const reward = parseAmount(input.reward.trim(), rewardDecimals);
  if ('fault' in reward || reward.units === 0n) return { fault: 'reward-invalid' };
  const texts = activityTexts.safeParse(input.texts);
  if (!texts.success) return { fault: 'texts-invalid' };
  const [opensAt, closesAt] = [new Date(input.opensAt), new Date(input.closesAt)];
  if (closesAt <= opensAt) return { fault: 'dates-invalid' };
  if (opensAt.getTime() - now.getTime() > yearMs || closesAt.getTime() - opensAt.getTime() > yearMs)
    return { fault: 'too-far-ahead' };
  return { terms: { ...input, texts: texts.data, reward: reward.units, opensAt, closesAt } };
}
