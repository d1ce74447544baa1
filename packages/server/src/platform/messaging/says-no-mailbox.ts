/**
 * Whether a code of RFC 3463 says that the address is not there. 5.1.7 and 5.1.8 are about the sender, 5.1.5 and 5.1.9 refuse
 * nothing. Pure.
 */
export function saysNoMailbox(code: string): boolean {
  return /^5\.1\.(?:[012346]|10)$/.test(code);
}
