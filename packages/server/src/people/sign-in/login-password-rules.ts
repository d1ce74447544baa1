import { problem } from '@tern/contracts/problem';
import type { Contact } from '../accounts/public.ts';
import { isCommonPassword } from './common-password.ts';

const lengthMin = 8;
const lengthMax = 128;
// What has to remain of a password once the words anybody would try first are taken out.
const ownLettersMin = 4;

export type PasswordContext = {
  /** Names of the installation that everybody sees. */
  readonly words: readonly string[];
  readonly contact: Contact;
};

/**
 * Refuses a login password of under 8 or over 128 characters, one that guessers try first, and one built on the
 * account or the product's name. Any character counts, none is demanded. Throws `PASSWORD_TOO_SHORT`,
 * `PASSWORD_TOO_LONG` or `PASSWORD_TOO_COMMON`.
 */
export function checkLoginPassword(password: string, context: PasswordContext): void {
  const length = [...password].length;
  if (length < lengthMin) throw problem('PASSWORD_TOO_SHORT');
  if (length > lengthMax) throw problem('PASSWORD_TOO_LONG');
  if (isCommonPassword(password) || isBuiltOnContext(password, context)) throw problem('PASSWORD_TOO_COMMON');
}

function isBuiltOnContext(password: string, { words, contact }: PasswordContext): boolean {
  const lower = password.toLowerCase();
  const account =
    contact.kind === 'phone'
      ? [contact.value.slice(1), contact.value.slice(-8)]
      : [contact.value, ...contact.value.split('@')];
  return [...words, ...account]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3 && lower.includes(word))
    .some((word) => lower.replaceAll(word, '').replace(/[^\p{L}]/gu, '').length < ownLettersMin);
}
