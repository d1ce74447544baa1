import type { ActivityTermsInput } from '@tern/contracts/routes/console-activities';
import { parseAmount } from '@tern/money/parse-amount';
import type { ActivityTerms } from './activity.ts';
import { activityTexts } from './texts.ts';

const rewardDecimals = 18;

/** An activity as an operator filled it in, or which part of it cannot be. */
export function readActivityTerms(
  input: ActivityTermsInput,
): { readonly terms: ActivityTerms } | { readonly fault: 'reward-invalid' | 'texts-invalid' | 'dates-invalid' } {
  const reward = parseAmount(input.reward.trim(), rewardDecimals);
  if ('fault' in reward || reward.units === 0n) return { fault: 'reward-invalid' };
  const texts = activityTexts.safeParse(input.texts);
  if (!texts.success) return { fault: 'texts-invalid' };
  const [opensAt, closesAt] = [new Date(input.opensAt), new Date(input.closesAt)];
  if (closesAt <= opensAt) return { fault: 'dates-invalid' };
  return { terms: { ...input, texts: texts.data, reward: reward.units, opensAt, closesAt } };
}
