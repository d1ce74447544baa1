import { msg } from '@lingui/core/macro';
import type { ProblemCode, ProblemText } from '../problem.ts';

/** Problems of declaring a country, met in the sheet for it. */
export const countryProblemTexts = {
  COUNTRY_UNKNOWN: msg`Choose a country from the list.`,
  COUNTRY_REWARDED: msg`You already received a reward because of this country. It can only be corrected to a country without rewards.`,
  COUNTRY_FIXED: msg`You can declare another country after {until}.`,
} as const satisfies { [Code in Extract<ProblemCode, `COUNTRY_${string}`>]: ProblemText<Code> };
