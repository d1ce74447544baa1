import { domainToASCII } from 'node:url';
import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number or e-mail address in the one form it is stored, compared and written to. */
export type Contact = {
  readonly kind: 'phone' | 'email';
  /** `+` and digits, or a lower-case address with an ASCII domain. */
  readonly value: string;
};

const dialCodes: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));
const digitsMin = 4;
// ITU E.164: area code and number together.
const digitsMax = 15;

/** Brings what a person typed into its one form. Throws `AREA_CODE_REQUIRED`, `PHONE_INVALID` or `EMAIL_INVALID`. */
export function normalizeContact(target: TargetInput): Contact {
  return target.kind === 'phone' ? normalizePhone(target.areaCode, target.number) : normalizeEmail(target.email);
}

function normalizePhone(typedAreaCode: string, typedNumber: string): Contact {
  const areaCode = typedAreaCode.normalize('NFKC').trim().replace(/^\+/, '');
  if (!dialCodes.has(areaCode)) throw problem('AREA_CODE_REQUIRED');
  const written = typedNumber.normalize('NFKC').replace(/[\s().\-/]/g, '');
  const national = written.startsWith(`+${areaCode}`) ? written.slice(areaCode.length + 1) : written;
  // Leading zeros only say "within this country"; kept, they would let one phone open several accounts.
  const digits = national.replace(/^0+/, '');
  const wellFormed =
    /^[0-9]+$/.test(digits) && digits.length >= digitsMin && areaCode.length + digits.length <= digitsMax;
  if (!wellFormed) throw problem('PHONE_INVALID');
  return { kind: 'phone', value: `+${areaCode}${digits}` };
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPart = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

function normalizeEmail(typed: string): Contact {
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at).trimStart().toLowerCase();
  const domain = domainToASCII(typed.slice(at + 1).trimEnd()).toLowerCase();
  const wellFormed = at > 0 && local.length <= 64 && localPart.test(local) && domainPart.test(domain);
  if (!wellFormed) throw problem('EMAIL_INVALID');
  return { kind: 'email', value: `${local}@${domain}` };
}

/** The area code of a phone number, without `+`; empty for an e-mail address. */
export function areaCodeOf({ value }: Contact): string {
  return [3, 2, 1].map((length) => value.slice(1, 1 + length)).find((code) => dialCodes.has(code)) ?? '';
}

/** Countries a phone number is from, as ISO 3166-1 alpha-2: all that share its area code where the number tells no more; none for an e-mail address. */
export function phoneCountriesOf({ kind, value }: Contact): readonly string[] {
  const number = kind === 'phone' ? parsePhoneNumberFromString(value) : undefined;
  if (number === undefined) return [];
  return number.country === undefined ? number.getPossibleCountries() : [number.country];
}

/** Enough to recognise one's own, too little for a stranger: `+44 •••• 0123`, `an•••@example.org`. */
export function maskContact(contact: Contact): string {
  if (contact.kind === 'phone') {
    const areaCode = areaCodeOf(contact);
    const number = contact.value.slice(1 + areaCode.length);
    return `+${areaCode} •••• ${number.slice(-Math.min(4, Math.floor(number.length / 2)))}`;
  }
  const [local = '', domain = ''] = contact.value.split('@');
  return `${local.slice(0, Math.min(2, Math.max(1, local.length - 1)))}•••@${domain}`;
}
