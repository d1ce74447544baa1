import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { VerdictView } from '@tern/contracts/routes/transfers';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';

/** A refused address reads the same here as in the server's refusal. */
const texts = {
  'own-wallet': { code: 'ADDRESS_OWN', data: undefined },
  'zero-address': { code: 'ADDRESS_REFUSED', data: { reason: 'zero-address' } },
  'contract-takes-no-trx': { code: 'ADDRESS_REFUSED', data: { reason: 'contract-takes-no-trx' } },
  'token-contract': { code: 'ADDRESS_REFUSED', data: { reason: 'token-contract' } },
  'house-address': { code: 'ADDRESS_REFUSED', data: { reason: 'house-address' } },
  blacklisted: { code: 'ADDRESS_REFUSED', data: { reason: 'blacklisted' } },
  'other-own-wallet': msg`Your own wallet. It arrives at once, without a fee.`,
  'person-here': msg`Also uses this wallet. Arrives instantly, no network fee.`,
  'in-address-book': msg`In your address book`,
  'first-time': msg`The first time you send to this address. Compare all of it with the one you were given.`,
  'first-time-person': msg`They chose this name themselves and we have not checked it. Make sure it is the person you mean.`,
  'looks-like-known': msg`Same start and end, different middle.`,
  contract: msg`This address belongs to a program on the chain, not to a person. Many of them cannot give coins back.`,
  'not-activated-on-tron': msg`This address is not activated on Tron yet. What that costs is part of the fee.`,
  'never-used-on-chain': msg`It was never used on Tron. If a character is wrong, nobody can give the coins back.`,
} as const satisfies Record<VerdictView['code'], MessageDescriptor | Problem>;

/** What a person reads for a finding about a receive address. */
export function verdictText(code: VerdictView['code']): string {
  const text = texts[code];
  return 'code' in text ? problemText(text) : i18n._(text);
}
