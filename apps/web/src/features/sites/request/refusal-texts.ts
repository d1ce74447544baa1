import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MessageRefusal, PaymentFault } from '@tern/contracts/routes/wallet-connections';

/** Why a text was not signed, and what the person can do. */
export const messageRefusalTexts: Readonly<Record<MessageRefusal, MessageDescriptor>> = {
  'too-long': msg`This text is too long to sign. Ask the site for a shorter one.`,
  unreadable: msg`This text contains characters that can’t be shown, so nobody can read what it says. We don’t sign it.`,
  'hidden-text': msg`This text hides some of its characters. We don’t sign what you can’t see.`,
  digest: msg`This is a code that stands for something you can’t read. It could be anything, so we don’t sign it.`,
  opaque: msg`This text is not in plain words. It could be anything, so we don’t sign it.`,
  structured: msg`This is data for a program, not a text for you. We don’t sign it, because it could allow more than it says.`,
  transaction: msg`This is a transaction, not a text. We never sign transactions for sites.`,
  prefix: msg`This text starts like a message of another protocol. Its signature could be used there, so we don’t sign it.`,
  permit: msg`This text allows somebody to take tokens. We never sign such a text.`,
  reserves: msg`This text makes a statement about reserves, which only we can make. We don’t sign it.`,
  ownership: msg`This text says who owns an address. We don’t sign such statements.`,
  custody: msg`This text says who holds the keys of an address. We hold the keys of yours, so we don’t sign it.`,
  house: msg`This text names us, one of our sites or one of our addresses. We don’t sign it.`,
  limit: msg`Too many texts were signed in a short time. Try again later.`,
  off: msg`Signing is paused right now. Nothing was signed. Try again later.`,
  unavailable: msg`The text couldn’t be signed. Go back to the site and try again.`,
};

/** Why a transaction that a site asks for can’t be paid as a transfer. */
export const paymentFaultTexts: Readonly<Record<PaymentFault, MessageDescriptor>> = {
  'not-a-payment': msg`This is not a plain payment. It could give the site control over tokens, so we don’t sign it.`,
  'other-payer': msg`This would pay from an address that isn’t yours. Disconnect the site and connect it again.`,
  'unlisted-token': msg`This asks for a token that this wallet doesn’t support.`,
  memo: msg`This payment needs a note on the network, and a transfer from here carries none. Ask the site for a payment without one.`,
};
