import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Prices that somebody waits for. */
export const priceAlertProblems = {
  ALERT_PRICE_INVALID: {
    status: 422,
    title: 'Not a price above zero with at most 8 decimals',
    data: z.object({ fault: z.enum(['not-a-number', 'separators', 'too-many-decimals', 'too-large', 'zero']) }),
    retryable: false,
    severity: 'expected',
  },
  ALERT_PRICE_REACHED: {
    status: 409,
    title: 'The price is there or beyond already',
    retryable: false,
    severity: 'expected',
  },
  ALERT_PRICE_FIXED: {
    status: 422,
    title: 'The price of this asset in this currency unit never changes',
    retryable: false,
    severity: 'expected',
  },
  ALERT_PRICE_UNKNOWN: {
    status: 503,
    title: 'No fresh price or no fresh exchange rate is known now',
    retryable: true,
    severity: 'expected',
  },
  ALERT_SET_ALREADY: {
    status: 409,
    title: 'The person has an alert for this price already',
    retryable: false,
    severity: 'expected',
  },
  ALERT_LIMIT_REACHED: {
    status: 409,
    title: 'The person has as many price alerts as one can have',
    data: z.object({ limit: z.number().int() }),
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
