import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';
import type { addressBookProblems } from '@tern/contracts/problems/address-book';
import type { developmentProblems } from '@tern/contracts/problems/development';
import type { transferProblems } from '@tern/contracts/problems/transfers';
import type { ProblemText } from '../problem.ts';

const refusedAddressTexts: Record<ProblemData<'ADDRESS_REFUSED'>['reason'], MessageDescriptor> = {
  'zero-address': msg`Nobody owns this address. Anything sent there is lost.`,
  'contract-takes-no-trx': msg`This is a contract address. The network doesn’t allow anyone to send TRX to it.`,
  'token-contract': msg`This is the address of a token, not of a person. Anything sent there is lost.`,
  'house-address': msg`This address belongs to the wallet service, not to a person.`,
  blacklisted: msg`This address is blocked. Money must not be sent to it.`,
};

const addressTexts = {
  network: msg`This address is on another network. Ask for a Tron address: it starts with T and has 34 characters.`,
  phone: msg`Write the whole phone number, with + and the country code.`,
  typing: msg`A character of this address is wrong or missing. Copy the whole address again.`,
  other: msg`This is not a Tron address. Tron addresses start with T and have 34 characters.`,
};

function addressText(fault: string): MessageDescriptor {
  if (fault === 'phone') return addressTexts.phone;
  if (fault === 'evm-form' || fault === 'hex-form') return addressTexts.network;
  return fault === 'bad-checksum' || fault === 'bad-length' ? addressTexts.typing : addressTexts.other;
}

const waitingTexts = {
  unsaved: msg`You set new addresses to wait 24 hours. Save this one in your address book, and you can send to it 24 hours later.`,
  saved: msg`This address is new in your address book. You can send to it from {until}.`,
};

const amountFaultTexts: Record<ProblemData<'AMOUNT_INVALID'>['fault'], MessageDescriptor> = {
  'not-a-number': msg`Enter a number, for example 12.5`,
  separators: msg`Leave out thousands separators, so that the amount is clear.`,
  'too-many-decimals': msg`This coin does not have that many decimals.`,
  'too-large': msg`This number is too large.`,
  zero: msg`Enter an amount above zero.`,
};

/** Problems that only people who are signed in can meet: their texts arrive with the session. */
export const transferProblemTexts = {
  NETWORK_REQUIRED: msg`Choose a network`,
  ADDRESS_REQUIRED: msg`Enter the receive address`,
  ADDRESS_INVALID: ({ fault }) => addressText(fault),
  RECEIVER_NOT_FOUND: msg`Nobody can be found by this. Check what you typed, or ask the person for their address. They can be found once they turn on “Who can find me” in their settings.`,
  RECEIVER_CHANGED: msg`This person can no longer be found by what you typed, or has changed their name. Nothing was sent.`,
  ADDRESS_OWN: msg`This is the address of the wallet you send from.`,
  ADDRESS_REFUSED: ({ reason }) => refusedAddressTexts[reason],
  WARNING_NOT_ACKNOWLEDGED: msg`Read the warning about the address first, then decide.`,
  AMOUNT_REQUIRED: msg`Enter the amount`,
  AMOUNT_INVALID: ({ fault }) => amountFaultTexts[fault],
  AMOUNT_BELOW_MINIMUM: msg`Transfer amount is below the minimum limit`,
  AMOUNT_ABOVE_MAXIMUM: msg`Transfer amount exceeds the maximum limit`,
  DAILY_LIMIT_REACHED: msg`This is more than you can still send today.`,
  LEVEL_LIMIT_REACHED: msg`This is more than you can still send today.`,
  INSUFFICIENT_BALANCE: msg`Insufficient balance`,
  MEMO_INVALID: msg`The memo is too long or contains characters that can’t be sent.`,
  DRAFT_EXPIRED: msg`The fee was fixed for five minutes and has expired. Check the transfer again.`,
  DRAFT_CHANGED: msg`The transfer has changed since you checked it. Check it again.`,
  DRAFT_USED: msg`This transfer was already confirmed. You’ll find it in your records.`,
  SENDING_HELD: msg`Until {until}, you can send only to addresses you have used before, because your security settings were changed. This limit ends by itself.`,
  ACCOUNT_FROZEN: msg`Your account is on hold until {until}. Everything in it stays yours, and no payment ends the hold.`,
  ADDRESS_NOT_LISTED: msg`You allow transfers only to addresses in your address book, and this one is not in it.`,
  ADDRESS_WAITING: ({ until }) => (until === null ? waitingTexts.unsaved : waitingTexts.saved),
  ADDRESS_LISTED_ALREADY: msg`This address is already in your address book.`,
  ADDRESS_LABEL_INVALID: msg`Enter a name of 1 to 40 characters.`,
  ADDRESS_BOOK_FULL: msg`Your address book is full: it holds 200 addresses. Remove one first.`,
  TX_ID_INVALID: msg`A transaction ID has 64 characters: digits and the letters a to f. Copy all of it.`,
  NOT_CANCELLABLE: msg`The review of this transfer is complete, so you can no longer cancel it.`,
  ASSET_NOT_SENDABLE: msg`This coin cannot be sent at the moment. Try again later.`,
  FEE_UNKNOWN: msg`The network fee cannot be estimated at the moment. Try again later.`,
  FAUCET_UNAVAILABLE: msg`The test coins did not arrive. Check that the development chain is running.`,
} as const satisfies {
  [
    Code in keyof typeof transferProblems | keyof typeof addressBookProblems | keyof typeof developmentProblems
  ]: ProblemText<Code>;
};
