/**
 * Whether a text has the form of a phone number or an e-mail. What has must stand in no address and no list of what was
 * looked for, and whose it is may only be asked with a row in the audit log.
 */
export function looksLikeContact(typed: string): boolean {
  return /^\+|.@/.test(typed.normalize('NFKC').trim());
}
