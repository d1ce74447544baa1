import type { Problem } from './problem.ts';

/** Whether the same request may simply be sent again: no answer, or a fault on the other side. */
export function isPassingCode(code: Problem['code']): boolean {
  return code === 'NETWORK' || code === 'INTERNAL' || code === 'UNAVAILABLE';
}
