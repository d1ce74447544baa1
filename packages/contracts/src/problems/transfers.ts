import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

const bound = z.object({ assetId: z.string(), limit: z.string() });

/** Why transfers go only to addresses used before for a while; each has an end. */
export const holdReason = z.enum(['factor-changed', 'recovered', 'objected']);
export type HoldReason = z.infer<typeof holdReason>;

/** Why operators put an account on hold: a closed list, each with an end. None of them ends by paying. */
export const freezeReason = z.enum(['security', 'limit-review', 'legal-order', 'suspected-fraud']);
export type FreezeReason = z.infer<typeof freezeReason>;
/** Those that people are told: the others would warn whoever is looked into. */
const toldFreezeReason = freezeReason.exclude(['legal-order', 'suspected-fraud']);

/** Why an account is on hold, as its owner reads it: a hidden reason reads as an innocent one. */
export const toldFreezeReasons: Readonly<Record<FreezeReason, z.infer<typeof toldFreezeReason>>> = {
  security: 'security',
  'limit-review': 'limit-review',
  'suspected-fraud': 'security',
  'legal-order': 'security',
};

/** Findings about a receive address that no acknowledgement overrules; the sending wallet itself has a problem of its own. */
export const addressRefusal = z.enum([
  'zero-address',
  'token-contract',
  'contract-takes-no-trx',
  'house-address',
  'blacklisted',
]);

/** Sending money, to other people here and to the chain. */
export const transferProblems = {
  NETWORK_REQUIRED: {
    status: 400,
    title: 'No network chosen, or one this asset does not use',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_REQUIRED: { status: 400, title: 'No receive address given', retryable: false, severity: 'expected' },
  ADDRESS_INVALID: {
    status: 422,
    title: 'Not a Tron address',
    data: z.object({ fault: z.string() }),
    retryable: false,
    severity: 'expected',
  },
  RECEIVER_NOT_FOUND: {
    status: 404,
    title: 'Nobody who may be found has this phone number or e-mail address',
    retryable: false,
    severity: 'expected',
  },
  RECEIVER_CHANGED: {
    status: 409,
    title: 'The phone number or e-mail address no longer finds the receiver of the draft under the name that was shown',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_OWN: {
    status: 422,
    title: 'The address belongs to the sending wallet',
    retryable: false,
    severity: 'expected',
  },
  ADDRESS_REFUSED: {
    status: 422,
    title: 'Money must not be sent to this address',
    data: z.object({ reason: addressRefusal }),
    retryable: false,
    severity: 'expected',
  },
  WARNING_NOT_ACKNOWLEDGED: {
    status: 422,
    title: 'A warning about the address was not acknowledged',
    data: z.object({ verdicts: z.array(z.string()) }),
    retryable: false,
    severity: 'expected',
  },
  AMOUNT_REQUIRED: { status: 400, title: 'No amount given', retryable: false, severity: 'expected' },
  AMOUNT_INVALID: {
    status: 422,
    title: 'Not an amount of this asset',
    data: z.object({ fault: z.enum(['not-a-number', 'separators', 'too-many-decimals', 'too-large', 'zero']) }),
    retryable: false,
    severity: 'expected',
  },
  AMOUNT_BELOW_MINIMUM: {
    status: 422,
    title: 'Transfer amount is below the minimum limit',
    data: bound,
    retryable: false,
    severity: 'expected',
  },
  AMOUNT_ABOVE_MAXIMUM: {
    status: 422,
    title: 'Transfer amount exceeds the maximum limit',
    data: bound,
    retryable: false,
    severity: 'expected',
  },
  DAILY_LIMIT_REACHED: {
    status: 422,
    title: 'The daily limit leaves less than this amount',
    data: bound,
    retryable: false,
    severity: 'expected',
  },
  LEVEL_LIMIT_REACHED: {
    status: 422,
    title: 'The level of the person’s identity check leaves less than this amount for transfers to the chain now',
    data: bound.extend({ moreAt: z.iso.datetime().nullable() }),
    retryable: false,
    severity: 'expected',
  },
  INSUFFICIENT_BALANCE: {
    status: 422,
    title: 'Insufficient balance',
    data: z.object({ assetId: z.string(), available: z.string() }),
    retryable: false,
    severity: 'expected',
  },
  MEMO_INVALID: {
    status: 422,
    title: 'The memo is too long or contains control characters',
    retryable: false,
    severity: 'expected',
  },
  DRAFT_EXPIRED: { status: 410, title: 'The draft is older than five minutes', retryable: false, severity: 'expected' },
  DRAFT_CHANGED: {
    status: 409,
    title: 'The draft is not the one that was shown',
    retryable: false,
    severity: 'expected',
  },
  DRAFT_USED: { status: 409, title: 'The draft was already confirmed', retryable: false, severity: 'expected' },
  SENDING_HELD: {
    status: 423,
    title: 'A security hold is on addresses never used before',
    data: z.object({ until: z.iso.datetime(), reason: holdReason }),
    retryable: true,
    severity: 'expected',
  },
  ACCOUNT_FROZEN: {
    status: 409,
    title: 'The account is on hold until a day; what is in it stays its owner’s',
    data: z.object({ until: z.iso.datetime(), reason: toldFreezeReason }),
    retryable: true,
    severity: 'expected',
  },
  NOT_CANCELLABLE: {
    status: 409,
    title: 'The transfer can no longer be cancelled',
    retryable: false,
    severity: 'expected',
  },
  ASSET_NOT_SENDABLE: {
    status: 409,
    title: 'This asset cannot be sent to the chain now',
    retryable: true,
    severity: 'warning',
  },
  TX_ID_INVALID: {
    status: 422,
    title: 'Not a transaction id: 64 hexadecimal digits',
    retryable: false,
    severity: 'expected',
  },
  FEE_UNKNOWN: { status: 409, title: 'The network fee cannot be estimated now', retryable: true, severity: 'warning' },
} as const satisfies Record<string, ProblemRow>;
