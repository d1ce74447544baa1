import { ORPCError } from '@orpc/server';
import { DomainError, problem } from '@tern/contracts/problem';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import { isDatabaseAway, isDeadlock, isSerializationFailure } from '@tern/db/violations';
import { NodeFault } from '@tern/tron/node-fault';
import { z } from 'zod';

/** Told of what must not happen; the answer itself says only its request id. */
export type FaultReporter = (fault: {
  readonly requestId: string;
  readonly route: string;
  readonly error: unknown;
}) => void;

/** What was thrown, as an error that can be logged, whatever it is. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(`what was thrown is no error: ${String(thrown)}`);
  } catch {
    return new Error('what was thrown is no error, and cannot be read');
  }
}

/** One shape for every refusal, the one the typed clients read. */
export function problemBody(error: DomainError): Record<string, unknown> {
  return { defined: true, code: error.code, status: error.status, message: error.message, data: error.data };
}

function internalProblem(requestId: string): DomainError<'INTERNAL'> {
  return problem('INTERNAL', { requestId });
}

/**
 * What is answered where something failed that must not: `UNAVAILABLE` while the database is away or a node does not
 * answer, every attempt met a conflict, or no file can be written; the request may be sent again then. `INTERNAL` for a
 * fault of ours.
 */
export function faultProblem(error: unknown, requestId: string): DomainError<'INTERNAL'> | DomainError<'UNAVAILABLE'> {
  const isConflict = isDeadlock(error) || isSerializationFailure(error);
  const passes = isDatabaseAway(error) || isConflict || isDiskFull(error) || error instanceof NodeFault;
  return passes ? problem('UNAVAILABLE') : internalProblem(requestId);
}

const diskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskCodes.has(error.code);
}

export function toApiError(error: DomainError): ORPCError<ProblemCode, unknown> {
  return new ORPCError(error.code, { defined: true, status: error.status, message: error.message, data: error.data });
}

const validationFailure = z.object({
  issues: z.array(
    z.object({ path: z.array(z.union([z.string(), z.number()])).optional(), code: z.string().optional() }),
  ),
});

/** Which fields of the request do not fit and by which rule; never the value, never our patterns. */
export function inputProblem(data: unknown): DomainError<'INPUT_INVALID'> {
  const read = validationFailure.safeParse(data);
  const issues = read.success ? read.data.issues : [];
  return problem('INPUT_INVALID', {
    fields: issues.slice(0, 50).map(({ path = [], code = 'invalid' }) => ({ path: path.join('.'), rule: code })),
  });
}

/**
 * What a failed procedure answers with: the problem it declares, `INPUT_INVALID` for what the contract refuses, and
 * what `faultProblem` says of everything else, a problem that the route does not declare included.
 */
export function translateFailure(
  error: unknown,
  route: { readonly name: string; readonly declares: (code: string) => boolean; readonly requestId: string },
  report: FaultReporter,
): ORPCError<string, unknown> {
  if (error instanceof DomainError && route.declares(error.code)) return toApiError(error);
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return toApiError(inputProblem(error.data));
  const fault =
    error instanceof DomainError
      ? new Error(`${route.name} answers ${error.code} without declaring it`, { cause: error })
      : asError(error);
  report({ requestId: route.requestId, route: route.name, error: fault });
  return toApiError(faultProblem(error, route.requestId));
}
