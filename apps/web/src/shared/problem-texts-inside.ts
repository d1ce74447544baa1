import type { ProblemCode, ProblemText } from './problem.ts';
import { activityProblemTexts } from './problem-texts-activity.ts';
import { myProblemTexts } from './problem-texts-my.ts';
import { complaintProblemTexts } from './problem-texts-complaints.ts';
import { protectionProblemTexts } from './problem-texts-protection.ts';
import { swapProblemTexts } from './problem-texts-swap.ts';
import { transferProblemTexts } from './problem-texts-transfer.ts';
import type { entryProblemTexts } from './problem-texts.ts';

type InsideCode = Exclude<ProblemCode, keyof typeof entryProblemTexts>;

/** What a person who is signed in reads for every further problem of the catalogue. */
export const insideProblemTexts = {
  ...protectionProblemTexts,
  ...transferProblemTexts,
  ...swapProblemTexts,
  ...activityProblemTexts,
  ...myProblemTexts,
  ...complaintProblemTexts,
} as const satisfies { [Code in InsideCode]: ProblemText<Code> };
