import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';
import type { swapProblems } from '@tern/contracts/problems/swaps';
import type { ProblemText } from '../problem.ts';

const closedTexts: Record<ProblemData<'SWAP_CLOSED'>['reason'], MessageDescriptor> = {
  prices: msg`Price sources are missing or disagree. Swaps resume automatically as soon as they agree.`,
  reserves: msg`We can’t pay out this swap right now. Try a smaller amount, or try again later.`,
  inventory: msg`We hold enough of this token for now. Try a smaller amount, or try again later.`,
  'not-issued': msg`This token has not been issued on the chain yet. You can swap it as soon as it is.`,
  paused: msg`Swaps are paused. Your money stays where it is. Try again later.`,
};

/** Problems of swapping one token for another: their texts arrive with the session. */
export const swapProblemTexts = {
  SWAP_CLOSED: ({ reason }) => closedTexts[reason],
  PRICE_CHANGED: msg`Price changed. Nothing was swapped. Check the new quote.`,
  QUOTE_EXPIRED: msg`Quote expired. Nothing was swapped. Check the new quote.`,
  QUOTE_USED: msg`This quote was already used. Check your swap records before you try again.`,
} as const satisfies { [Code in keyof typeof swapProblems]: ProblemText<Code> };
