import { msg } from '@lingui/core/macro';
import type { agreementProblems } from '@tern/contracts/problems/agreements';
import type { ProblemText } from '../../../shared/problem.ts';

/** What a person reads who did not accept what they were asked to. */
export const agreementProblemTexts = {
  AGREEMENT_REQUIRED: msg`Accept the new user agreement and privacy policy first.`,
} as const satisfies { [Code in keyof typeof agreementProblems]: ProblemText<Code> };
