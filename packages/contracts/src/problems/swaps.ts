import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Why nothing can be swapped now; each ends by itself or by an operator, and none of them touches what people own. */
export const swapClosedReason = z.enum(['prices', 'reserves', 'inventory', 'not-issued', 'paused']);
export type SwapClosedReason = z.infer<typeof swapClosedReason>;

/** Swapping one token for another. */
export const swapProblems = {
  SWAP_CLOSED: {
    status: 409,
    title: 'This swap is not available now',
    data: z.object({ reason: swapClosedReason }),
    retryable: true,
    severity: 'warning',
  },
  PRICE_CHANGED: {
    status: 409,
    title: 'The price changed while the quote was open',
    retryable: true,
    severity: 'expected',
  },
  QUOTE_EXPIRED: { status: 410, title: 'The quote is older than 15 seconds', retryable: true, severity: 'expected' },
  QUOTE_USED: { status: 409, title: 'The quote was already swapped', retryable: false, severity: 'expected' },
} as const satisfies Record<string, ProblemRow>;
