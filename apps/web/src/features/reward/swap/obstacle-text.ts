import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';

/** What still keeps the way on closed. */
export type Obstacle = keyof typeof texts | Problem;

const texts = {
  locked: msg`Swaps are locked`,
  closed: msg`Not available right now`,
  asking: msg`Getting a quote`,
  'no-quote': msg`No quote right now`,
} as const satisfies Record<string, MessageDescriptor>;

// The texts of these problems are about transfers; here the bound itself says more.
const bounds = {
  AMOUNT_BELOW_MINIMUM: msg`At least {limit}`,
  AMOUNT_ABOVE_MAXIMUM: msg`At most {limit}`,
} as const;

/** The reason on the closed button. */
export function obstacleText(obstacle: Obstacle, given: AssetView): string {
  return typeof obstacle === 'string' ? i18n._(texts[obstacle]) : amountText(obstacle, given);
}

/** What is wrong with the amount of the asset that is given. */
export function amountText(problem: Problem, given: AssetView): string {
  if (problem.code !== 'AMOUNT_BELOW_MINIMUM' && problem.code !== 'AMOUNT_ABOVE_MAXIMUM') return problemText(problem);
  const limit = exactAmountWithUnit(problem.data.limit, given);
  return i18n._({ ...bounds[problem.code], values: { limit } });
}
