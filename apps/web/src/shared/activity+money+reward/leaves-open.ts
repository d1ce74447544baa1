import { isPassingCode } from '../is-passing-code.ts';
import type { Problem } from '../problem.ts';

type Code = Problem['code'];

/** Said before the request itself is looked at, so it tells nothing about an earlier try of the same request. */
const beforeIt: readonly Code[] = ['TOO_MANY_REQUESTS', 'LOGIN_EXPIRED'];

/** Whether it is unknown after this failure if the request was carried out; `wasOpen` says so for its earlier tries. */
export function leavesOpen(code: Code, wasOpen: boolean): boolean {
  return isPassingCode(code) || (wasOpen && beforeIt.includes(code));
}
