import { problem } from '@tern/contracts/problem';
import { receiverKind } from '@tern/contracts/receiver-kind';
import { areaCodeOf, normalizeContact, type Contact } from '../accounts/public.ts';

/**
 * The phone number or e-mail address in what was typed as a receiver; undefined for anything that is read as an address.
 * Throws `EMAIL_INVALID`, or `ADDRESS_INVALID` for a phone number without its area code or with too few digits.
 */
export function readTypedContact(typed: string): Contact | undefined {
  const text = typed.normalize('NFKC').trim();
  const kind = receiverKind(text);
  if (kind === 'email') return normalizeContact({ kind, email: text });
  return kind === 'phone' ? readPhone(text) : undefined;
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
