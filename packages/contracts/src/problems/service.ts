import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Problems only other systems meet, at the service API; `docs/service-api.md` says what to do about each. */
export const serviceProblems = {
  // One answer for all of it: who guesses does not learn whether a key exists.
  SERVICE_KEY_REFUSED: {
    status: 401,
    title: 'The key is missing, wrong, revoked or has expired',
    retryable: false,
    severity: 'warning',
  },
  SERVICE_ADDRESS_REFUSED: {
    status: 403,
    title: 'The key may not be used from this address',
    data: z.object({ address: z.string() }),
    retryable: false,
    severity: 'warning',
  },
  SERVICE_SCOPE_MISSING: {
    status: 403,
    title: 'The key does not have the scope of this route',
    data: z.object({ needed: z.string() }),
    retryable: false,
    severity: 'warning',
  },
  SUGGESTION_REFUSED: {
    status: 409,
    title: 'The change cannot be suggested',
    data: z.object({ reason: z.string() }),
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
