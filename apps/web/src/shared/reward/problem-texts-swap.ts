import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';
import type { swapProblems } from '@tern/contracts/problems/swaps';
import type { ProblemText } from '../problem.ts';

const closedTexts: Record<ProblemData<'SWAP_CLOSED'>['reason'], MessageDescriptor> = {
  prices: msg`The price sources are missing or disagree. Swaps open again by themselves as soon as they agree.`,
  reserves: msg`The service cannot pay this swap at the moment. Try a smaller amount or try again later.`,
  inventory: msg`The service holds enough of this token for now. Try a smaller amount or try again later.`,
  'not-issued': msg`This token is not issued on the chain yet. It can be swapped as soon as it is.`,
  paused: msg`Swaps are paused. Your money stays where it is; try again later.`,
};

/** Problems of swapping one token for another: their texts arrive with the session. */
export const swapProblemTexts = {
  SWAP_CLOSED: ({ reason }) => closedTexts[reason],
  PRICE_CHANGED: msg`The price changed. Nothing was swapped: look at the new quote.`,
  QUOTE_EXPIRED: msg`This quote is over. Nothing was swapped: look at the new quote.`,
  QUOTE_USED: msg`This quote was already swapped. Look at your swap records before you try again.`,
} as const satisfies { [Code in keyof typeof swapProblems]: ProblemText<Code> };
