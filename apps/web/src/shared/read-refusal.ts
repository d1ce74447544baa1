import { ORPCError } from '@orpc/client';

/** The body of a refused answer: an `ORPCError` with its problem code and facts, or another error where it is none of ours. Pure. */
export function readRefusal(answer: unknown): Error {
  if (typeof answer !== 'object' || answer === null || !('code' in answer) || typeof answer.code !== 'string')
    return new Error('an answer that is none of ours');
  return new ORPCError(answer.code, { data: 'data' in answer ? answer.data : undefined });
}
