import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Problems any route may answer with. */
export const commonProblems = {
  INPUT_INVALID: {
    status: 400,
    title: 'The request does not fit the contract',
    data: z.object({ fields: z.array(z.object({ path: z.string(), rule: z.string() })) }),
    retryable: false,
    severity: 'expected',
  },
  LOGIN_EXPIRED: { status: 401, title: 'No valid session', retryable: false, severity: 'expected' },
  ORIGIN_REFUSED: { status: 403, title: 'The request comes from another site', retryable: false, severity: 'warning' },
  NOT_FOUND: { status: 404, title: 'No such thing, or not yours', retryable: false, severity: 'expected' },
  BODY_TOO_LARGE: { status: 413, title: 'The request body is too large', retryable: false, severity: 'expected' },
  CONTENT_TYPE_REFUSED: { status: 415, title: 'Only JSON is accepted', retryable: false, severity: 'expected' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The idempotency key was used for another request',
    retryable: false,
    severity: 'expected',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    data: z.object({ retryAfterSeconds: z.number().int() }),
    retryable: true,
    severity: 'expected',
  },
  INTERNAL: {
    status: 500,
    title: 'Unexpected fault; nothing was changed',
    data: z.object({ requestId: z.string() }),
    retryable: true,
    severity: 'critical',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'A part of the service is not available now',
    retryable: true,
    severity: 'warning',
  },
} as const satisfies Record<string, ProblemRow>;
