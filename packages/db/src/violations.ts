/**
 * What PostgreSQL refused, by its error class. With `constraintName` true only for that constraint:
 * a caller that expects one conflict must not swallow another.
 */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, '23505', constraintName);
}

export function isCheckViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, '23514', constraintName);
}

export function isSerializationFailure(error: unknown): boolean {
  return isViolation(error, '40001');
}

export function isDeadlock(error: unknown): boolean {
  return isViolation(error, '40P01');
}

/** What a kept plan returns is not what it was: a migration changed a table. Nothing of the statement was done. */
export function isStalePlan(error: unknown): error is Error {
  return isViolation(error, '0A000') && (error as { readonly routine?: string }).routine === 'RevalidateCachedQuery';
}

export function isFailedTransaction(error: unknown): boolean {
  return isViolation(error, '25P02');
}

export function isPermissionDenied(error: unknown): boolean {
  return isViolation(error, '42501');
}

/** PostgreSQL's errors of this severity end a transaction and leave the connection: all of it was rolled back. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** Classes of PostgreSQL's codes: no connection, a full disk or too many connections, stopped by an operator, a broken disk. */
const awayClasses: ReadonlySet<string> = new Set(['08', '53', '57', '58']);
/**
 * A wait for a lock that was given up, a server that leads no more, a commit that its standby may not have, and what the way to
 * the server says itself.
 */
const awayCodes: ReadonlySet<string> = new Set([
  '25006',
  '40003',
  '55P03',
  'EADDRNOTAVAIL',
  'EHOSTDOWN',
  'ENETDOWN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const queryCanceled = '57014';
/** The client has no codes for these. */
const awayMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * The database is away, full, stopped or overloaded: the same question may be answered later. What was asked to be written may
 * have been committed all the same, so it is asked again under the same key or not at all.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // An aggregate of one refusal for each address of the host.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return (
    (code.length === 5 && awayClasses.has(code.slice(0, 2))) || awayCodes.has(code) || awayMessages.test(error.message)
  );
}

/** The database answers nobody, or too few: one statement that was stopped because it took too long is no such case. */
export function isDatabaseAwayForAll(error: unknown): boolean {
  return isDatabaseAway(error) && !(error instanceof Error && 'code' in error && error.code === queryCanceled);
}

function isViolation(error: unknown, sqlState: string, constraintName?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== sqlState) return false;
  return constraintName === undefined || ('constraint' in error && error.constraint === constraintName);
}
