import { msg } from '@lingui/core/macro';
import type { AnswerGroup } from './answer.ts';
import { receivingAnswers, sendingAnswers, stuckAnswers } from './money-answers.ts';
import { rewardAnswers } from './reward-answers.ts';
import { lostAnswers, protectionAnswers } from './security-answers.ts';
import { accountAnswers, appAnswers } from './service-answers.ts';

/** All answers, in the order of the page. */
export const answerGroups: readonly AnswerGroup[] = [
  { title: msg`Receiving and sending`, answers: [...receivingAnswers, ...stuckAnswers, ...sendingAnswers] },
  { title: msg`Login and security`, answers: [...lostAnswers, ...protectionAnswers] },
  { title: msg`Rewards and swaps`, answers: rewardAnswers },
  { title: msg`Account and app`, answers: [...accountAnswers, ...appAnswers] },
];
