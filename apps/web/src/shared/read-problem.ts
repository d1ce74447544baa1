import { ORPCError } from '@orpc/client';
import { isPassingCode } from './is-passing-code.ts';
import type { Problem } from './problem.ts';
import { isKnownProblem } from './problem-texts.ts';

export function readProblem(error: unknown): Problem {
  if (error instanceof ORPCError && isKnownProblem(error.code))
    return { code: error.code, data: error.data } as Problem;
  return { code: 'NETWORK', data: undefined };
}

/** Whether the same request may simply be sent again: no answer, or a fault on the other side. */
export function isPassing(error: unknown): boolean {
  return isPassingCode(readProblem(error).code);
}
