import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Filing a complaint. */
export const complaintProblems = {
  COMPLAINT_INVALID: {
    status: 422,
    title: 'The subject or the text of the complaint is too short, too long, or contains characters nobody sees',
    data: z.object({ field: z.enum(['subject', 'text']) }),
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
