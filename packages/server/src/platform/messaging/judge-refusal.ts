import { saysNoMailbox } from './says-no-mailbox.ts';

/** The mailbox is there and takes nothing now: closed, full, or asked too often. */
const isShut = /^5\.2\.\d{1,3}$/;
/** What servers say that give no such code. 550 alone does not tell: it also refuses relaying, or a sender. */
const saysMissing =
  /\b(?:no such|unknown) (?:user|recipient|mailbox|address|person)\b|\b(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found)\b|\b(?:user|recipient|mailbox|address) does not exist\b|\bno mailbox here\b/i;
const saysRelay = /\brelay/i;

/**
 * What a mail server's answer to a recipient says of it. Undefined where trying again may help: the answer is for the moment (4xx),
 * or about us, such as a policy (5.7) or a refusal to relay. `isDead` only where the server says that there is no such mailbox. Pure.
 */
export function judgeRefusal({
  status,
  text,
}: {
  readonly status: number;
  readonly text: string;
}): { readonly code: string; readonly isDead: boolean } | undefined {
  if (status < 500) return undefined;
  const code = /^5\d\d[ -](?:.*\(#)?(5\.\d{1,3}\.\d{1,3})\b/s.exec(text)?.[1];
  if (code === undefined)
    return saysMissing.test(text) && !saysRelay.test(text) ? { code: String(status), isDead: true } : undefined;
  if (saysNoMailbox(code)) return { code, isDead: true };
  return isShut.test(code) ? { code, isDead: false } : undefined;
}
