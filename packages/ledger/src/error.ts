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

/** Whether `error` is a refusal of the ledger, with `code` that one. */
export function isLedgerError(error: unknown, code?: LedgerErrorCode): error is LedgerError {
  return error instanceof LedgerError && (code === undefined || error.code === code);
}

/** The refusals' SQLSTATE; the function `ledger.refuse` raises it. */
const refusal = 'LG000';

/** Runs a call of a function of the ledger's and makes its refusals typed. */
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

/** A refusal's name as the database told it. Asserts that it is known. */
export function toLedgerErrorCode(name: string): LedgerErrorCode {
  const code = ledgerErrorCodes.find((known) => known === name);
  assert(code !== undefined, `the ledger refused with ${name}`);
  return code;
}
