import type { ProblemRow } from '../problem-row.ts';

/** Helpers that exist on the development chain only. */
export const developmentProblems = {
  FAUCET_UNAVAILABLE: {
    status: 409,
    title: 'The development faucet does not answer',
    retryable: true,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
