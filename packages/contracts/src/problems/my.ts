import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/** The person's own pages: wallets, profile, settings, closing. */
export const myProblems = {
  WALLET_NAME_INVALID: {
    status: 422,
    title: 'The wallet name is empty, longer than 40 characters or contains characters nobody sees',
    retryable: false,
    severity: 'expected',
  },
  WALLET_LIMIT_REACHED: {
    status: 409,
    title: 'The person has as many wallets as one can have',
    data: z.object({ limit: z.number().int() }),
    retryable: false,
    severity: 'expected',
  },
  WALLETS_CHANGED: {
    status: 409,
    title: 'The order does not name each wallet exactly once',
    retryable: false,
    severity: 'expected',
  },
  BIO_INVALID: {
    status: 422,
    title: 'The text is longer than 160 characters or contains characters nobody sees',
    retryable: false,
    severity: 'expected',
  },
  SHOWN_NAME_INVALID: {
    status: 422,
    title: 'Not 2 to 40 letters of one script',
    retryable: false,
    severity: 'expected',
  },
  SHOWN_NAME_RESERVED: {
    status: 422,
    title: 'The name could be mistaken for the wallet service',
    retryable: false,
    severity: 'expected',
  },
  USERNAME_INVALID: {
    status: 422,
    title: 'Not 4 to 20 of a to z, 0 to 9 and _, a letter first',
    retryable: false,
    severity: 'expected',
  },
  USERNAME_TAKEN: {
    status: 409,
    title: 'Somebody has or had this username, or one that looks like it',
    retryable: false,
    severity: 'expected',
  },
  USERNAMES_USED_UP: {
    status: 409,
    title: 'The person has had as many usernames as anybody may',
    data: z.object({ limit: z.number().int() }),
    retryable: false,
    severity: 'expected',
  },
  HANDLE_INVALID: {
    status: 422,
    title: 'Not a name of that network, nor a link to one',
    data: z.object({ network: z.enum(['line', 'instagram', 'telegram', 'x']) }),
    retryable: false,
    severity: 'expected',
  },
  PICTURE_REFUSED: {
    status: 422,
    title: 'Not a picture that can be taken',
    data: z.object({ fault: z.enum(['not-a-picture', 'too-large', 'too-many-pixels', 'broken']) }),
    retryable: false,
    severity: 'expected',
  },
  ACCOUNT_NOT_EMPTY: {
    status: 409,
    title: 'Money is left in a wallet of the account',
    retryable: false,
    severity: 'expected',
  },
  CURRENCY_UNKNOWN: {
    status: 422,
    title: 'Not one of the units amounts can be valued in',
    retryable: false,
    severity: 'expected',
  },
  COUNTRY_UNKNOWN: { status: 422, title: 'Not a country', retryable: false, severity: 'expected' },
  COUNTRY_REWARDED: {
    status: 409,
    title: 'Something was given because of the declared country, which can be corrected towards a closed one alone',
    retryable: false,
    severity: 'expected',
  },
  COUNTRY_FIXED: {
    status: 409,
    title: 'The country was declared a short while ago',
    data: z.object({ until: z.iso.datetime() }),
    retryable: true,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
