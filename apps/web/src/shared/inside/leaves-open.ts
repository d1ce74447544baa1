import type { Problem } from '../problem.ts';
import { isPassing, readProblem } from '../read-problem.ts';

/** Said before the request itself is looked at, so it tells nothing about an earlier try of the same request. */
const beforeIt: readonly Problem['code'][] = ['TOO_MANY_REQUESTS', 'LOGIN_EXPIRED'];

/** Whether it is unknown after this failure if the request was carried out; `wasOpen` says so for its earlier tries. */
export function leavesOpen(error: unknown, wasOpen: boolean): boolean {
  return isPassing(error) || (wasOpen && beforeIt.includes(readProblem(error).code));
}
