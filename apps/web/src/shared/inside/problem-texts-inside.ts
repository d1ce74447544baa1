import type { agreementProblems } from '@tern/contracts/problems/agreements';
import type { ProblemCode, ProblemText } from '../problem.ts';
import { activityProblemTexts } from '../activity/problem-texts-activity.ts';
import { connectionProblemTexts } from '../sites/problem-texts-connections.ts';
import { myProblemTexts } from './problem-texts-my.ts';
import { complaintProblemTexts } from '../settings/problem-texts-complaints.ts';
import { priceAlertProblemTexts } from '../home/problem-texts-price-alerts.ts';
import { countryProblemTexts } from '../offers/problem-texts-country.ts';
import { protectionProblemTexts } from './problem-texts-protection.ts';
import { swapProblemTexts } from '../reward/problem-texts-swap.ts';
import { transferProblemTexts } from './problem-texts-transfer.ts';
import type { entryProblemTexts } from '../problem-texts.ts';

/** The texts for agreements come with the sheet that asks. */
type InsideCode = Exclude<ProblemCode, keyof typeof entryProblemTexts | keyof typeof agreementProblems>;

/** What a person who is signed in reads for every further problem of the catalogue. */
export const insideProblemTexts = {
  ...protectionProblemTexts,
  ...transferProblemTexts,
  ...swapProblemTexts,
  ...activityProblemTexts,
  ...myProblemTexts,
  ...complaintProblemTexts,
  ...priceAlertProblemTexts,
  ...connectionProblemTexts,
  ...countryProblemTexts,
} as const satisfies { [Code in InsideCode]: ProblemText<Code> };
