import { z } from 'zod';
import { agreementDocuments } from '../agreement-versions.ts';
import type { ProblemRow } from '../problem-row.ts';

/** User agreement and privacy policy. */
export const agreementProblems = {
  AGREEMENT_REQUIRED: {
    status: 403,
    title: 'A newer user agreement or privacy policy has to be accepted first; nothing was done',
    data: z.object({
      documents: z.array(z.object({ document: z.enum(agreementDocuments), version: z.iso.date() })),
    }),
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
