import { assert } from '@tern/base/assert';
import { problem } from '@tern/contracts/problem';
import { receiverKind } from '@tern/contracts/receiver-kind';
import { usernameIn } from '@tern/contracts/username';
import { areaCodeOf, normalizeContact, type Contact } from '../accounts/public.ts';

/** What finds somebody: a phone number or e-mail address in its one form, or a username with its `@`. */
export type TypedContact = Contact | { readonly kind: 'username'; readonly value: string };

/**
 * The phone number, e-mail address or username in what was typed as a receiver; undefined for anything that is read as an address.
 * Throws `EMAIL_INVALID`, `RECEIVER_NOT_FOUND` for a username that nobody can have, or `ADDRESS_INVALID` for a phone number
 * without its area code or with too few digits.
 */
export function readTypedContact(typed: string): TypedContact | undefined {
  const text = typed.normalize('NFKC').trim();
  const kind = receiverKind(text);
  if (kind === 'email') return normalizeContact({ kind, email: text });
  if (kind === 'username') return { kind, value: readTypedUsername(text) };
  return kind === 'phone' ? readPhone(text) : undefined;
}

/** Which kind of contact it is, of one that was stored in its one form. */
export function contactOf(value: string): TypedContact {
  const kind = receiverKind(value);
  assert(kind !== 'address', 'a stored contact is no address');
  return { kind, value };
}

function readTypedUsername(text: string): string {
  const username = usernameIn(text);
  if (username === undefined) throw problem('RECEIVER_NOT_FOUND');
  return username;
}

function readPhone(text: string): Contact {
  const written = text.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  const areaCode = written.startsWith('+') ? areaCodeOf({ kind: 'phone', value: written }) : '';
  try {
    return normalizeContact({ kind: 'phone', areaCode, number: written.slice(areaCode.length + 1) });
  } catch {
    throw problem('ADDRESS_INVALID', { fault: 'phone' });
  }
}
