import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';
import type { priceAlertProblems } from '@tern/contracts/problems/price-alerts';
import type { ProblemText } from '../problem.ts';

const targetText = msg`Enter a price above zero with at most 8 decimals.`;
const faultTexts: Record<ProblemData<'ALERT_PRICE_INVALID'>['fault'], MessageDescriptor> = {
  'not-a-number': msg`Enter a number, for example 12.5`,
  separators: msg`Leave out thousands separators, so that the amount is clear.`,
  'too-many-decimals': targetText,
  'too-large': msg`This number is too large.`,
  zero: targetText,
};

/** Problems of price alerts, met where one is set. */
export const priceAlertProblemTexts = {
  ALERT_PRICE_INVALID: ({ fault }) => faultTexts[fault],
  ALERT_PRICE_REACHED: msg`The price has reached this already. Choose another one.`,
  ALERT_PRICE_FIXED: msg`This price never changes. Choose another currency unit in the settings to set an alert.`,
  ALERT_PRICE_UNKNOWN: msg`There is no fresh price or exchange rate right now. Alerts wait until there is one, and you can set new ones then.`,
  ALERT_SET_ALREADY: msg`You already have an alert for this price.`,
  ALERT_LIMIT_REACHED: msg`You have {limit} price alerts, which is the maximum. Remove one to add another.`,
} as const satisfies { [Code in keyof typeof priceAlertProblems]: ProblemText<Code> };
