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

export function isPermissionDenied(error: unknown): boolean {
  return isViolation(error, '42501');
}

/** PostgreSQL's errors of this severity end a transaction and leave the connection: all of it was rolled back. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

function isViolation(error: unknown, sqlState: string, constraintName?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== sqlState) return false;
  return constraintName === undefined || ('constraint' in error && error.constraint === constraintName);
}
