import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Sites that a person connects by a WalletConnect link. */
export const walletConnectionProblems = {
  CONNECTION_LINK_INVALID: {
    status: 422,
    title: 'Not a link by which this wallet can connect a site',
    data: z.object({ fault: z.enum(['malformed', 'old-version', 'expired']) }),
    retryable: false,
    severity: 'expected',
  },
  CONNECTION_LINK_USED: {
    status: 409,
    title: 'This link has been used; the site shows a new one',
    retryable: false,
    severity: 'expected',
  },
  CONNECTION_LIMIT_REACHED: {
    status: 409,
    title: 'The person has as many connected sites as one can have',
    data: z.object({ limit: z.number().int() }),
    retryable: false,
    severity: 'expected',
  },
  SIGNING_HELD: {
    status: 423,
    title: 'A security hold is on: nothing is signed for sites until it ends',
    data: z.object({ until: z.iso.datetime() }),
    retryable: true,
    severity: 'expected',
  },
  CONNECTION_NOT_WAITING: {
    status: 409,
    title: 'The site no longer waits for an answer: it was given, or its time is over',
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
