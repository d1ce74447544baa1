import { assert } from '@tern/base/assert';

/** Why the ledger refused. In this order they are checked, so that the same fault is always reported first. */
export const ledgerErrorCodes = [
  'key-invalid',
  'legs-invalid',
  'amount-invalid',
  'accounts-equal',
  'kind-not-immediate',
  'kind-not-a-hold',
  'two-operators-needed',
  'pending-not-found',
  'amount-differs-from-pending',
  'target-differs-from-pending',
  'kind-unknown',
  'kind-forbidden',
  'key-reused',
  'pending-expired',
  'pending-already-resolved',
  'account-not-found',
  'wallet-owned-by-another',
  'asset-mismatch',
  'leg-not-allowed',
  'exceeds-available',
] as const;

export type LedgerErrorCode = (typeof ledgerErrorCodes)[number];

/**
 * A refusal of the ledger. The transaction it was thrown in is lost and must be rolled back.
 * Slices turn the codes they expect (`exceeds-available` above all) into problems; any other one is a fault of ours.
 */
export class LedgerError extends Error {
  override name = 'LedgerError';
  readonly code: LedgerErrorCode;
  /**
   * The particulars. For `exceeds-available`: accountId, code, ownerId (null for the house), asset, and available and
   * needed in base units, all as text.
   */
  readonly particulars: Readonly<Record<string, unknown>>;

  constructor(code: LedgerErrorCode, particulars: Readonly<Record<string, unknown>>, cause: unknown) {
    super(`${code} ${JSON.stringify(particulars)}`, { cause });
    this.code = code;
    this.particulars = particulars;
  }
}

/**
 * Tells whether something that was thrown is a refusal of the ledger and, where a code is given, that refusal.
 *
 * @example
 * const error = new LedgerError('key-reused', {}, undefined);
 * isLedgerError(error); // → true
 * isLedgerError(error, 'exceeds-available'); // → false
 * isLedgerError(new Error('key-reused')); // → false
 */
export function isLedgerError(error: unknown, code?: LedgerErrorCode): error is LedgerError {
  return error instanceof LedgerError && (code === undefined || error.code === code);
}

/** The refusals' SQLSTATE; the function `ledger.refuse` raises it. */
const refusal = 'LG000';

/**
 * Waits for a call of one of the ledger's SQL functions and turns a refusal, which the database raises with the
 * SQLSTATE LG000, into a `LedgerError`. Any other error goes through as it is.
 *
 * @throws LedgerError
 * @example
 * const raised = { code: 'LG000', detail: '{"available":"0"}' };
 * await refusing(Promise.reject(Object.assign(new Error('exceeds-available'), raised)));
 * // throws LedgerError('exceeds-available')
 * await refusing(Promise.reject(new Error('connection lost'))); // throws Error('connection lost')
 * await refusing(Promise.resolve(1)); // → 1
 */
export async function refusing<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw toLedgerError(error) ?? error;
  }
}

function toLedgerError(error: unknown): LedgerError | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== refusal) return undefined;
  const code = ledgerErrorCodes.find((known) => known === error.message);
  if (code === undefined || !('detail' in error) || typeof error.detail !== 'string') return undefined;
  return new LedgerError(code, JSON.parse(error.detail) as Record<string, unknown>, error);
}

/**
 * Reads the code of a refusal that the database gave as a row instead of raising it, as the functions for many journals
 * do.
 *
 * @throws AssertionFault where there is no such code.
 * @example
 * toLedgerErrorCode('exceeds-available'); // → 'exceeds-available'
 * toLedgerErrorCode('no'); // throws AssertionFault('the ledger refused with no')
 */
export function toLedgerErrorCode(name: string): LedgerErrorCode {
  const code = ledgerErrorCodes.find((known) => known === name);
  assert(code !== undefined, `the ledger refused with ${name}`);
  return code;
}
