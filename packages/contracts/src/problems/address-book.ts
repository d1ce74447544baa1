import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** Saved addresses and a person's own rules about which may be paid. */
export const addressBookProblems = {
  ADDRESS_NOT_LISTED: {
    status: 422,
    title: 'Only addresses of the address book may be paid, and this is none',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_WAITING: {
    status: 423,
    title: 'New addresses wait 24 hours in the address book before they may be paid',
    /** When this one may be paid; null while it is not in the book. */
    data: z.object({ until: z.iso.datetime().nullable() }),
    retryable: true,
    severity: 'expected',
  },
  ADDRESS_LISTED_ALREADY: {
    status: 409,
    title: 'The address is in the address book already',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_LABEL_INVALID: {
    status: 422,
    title: 'The name is empty, longer than 40 characters or has control characters',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_BOOK_FULL: {
    status: 409,
    title: 'The address book holds 200 addresses already',
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
