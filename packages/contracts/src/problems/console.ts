import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Problems only operators meet, at the console. */
export const consoleProblems = {
  ROLE_MISSING: {
    status: 403,
    title: 'The role of this operator does not allow it',
    data: z.object({ role: z.string(), needed: z.array(z.string()) }),
    retryable: false,
    severity: 'warning',
  },
  ENROLMENT_OVER: {
    status: 410,
    title: 'The invitation was used, overtaken or is too old',
    retryable: false,
    severity: 'expected',
  },
  ENROLMENT_CODE_WRONG: {
    status: 403,
    title: 'The code that belongs to the invitation is missing or wrong',
    retryable: false,
    severity: 'warning',
  },
  DECISION_REFUSED: {
    status: 409,
    title: 'The decision was not taken',
    data: z.object({ reason: z.string() }),
    retryable: false,
    severity: 'expected',
  },
  STATEMENT_TOO_LONG: {
    status: 409,
    title: 'The period has more movements than one PDF may have',
    data: z.object({ movements: z.number().int(), most: z.number().int() }),
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
