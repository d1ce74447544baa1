import { msg } from '@lingui/core/macro';

/** Problems of factors, passkeys, contacts and the word of messages; none of them meets somebody on their way in. */
export const protectionProblemTexts = {
  TRADE_PASSWORD_ALREADY_SET: msg`A trade password is already set.`,
  TRADE_PASSWORD_WEAK: msg`Choose six digits that are harder to guess: no repeats, no runs, no dates, nothing from your phone number.`,
  TRADE_PASSWORD_NOT_SET: msg`Trade password not set`,
  TRADE_PASSWORD_WRONG: msg`{triesLeft, plural, one {The trade password is wrong. # try is left.} other {The trade password is wrong. # tries are left.}}`,
  AUTHENTICATOR_ALREADY_BOUND: msg`An authenticator is already bound.`,
  AUTHENTICATOR_NOT_BOUND: msg`Bind Google Authenticator first`,
  PRESENT_FACTOR_REQUIRED: msg`Enter a code of your authenticator or one of your recovery codes.`,
  PASSWORD_UNCHANGED: msg`This is your present password. Choose another one.`,
  STOP_LINK_OVER: msg`This link was already used or is too old. If something is wrong, set a new login password.`,
  BINDING_EXPIRED: msg`This took too long. Start again: you get a new key.`,
  IDEMPOTENCY_KEY_REUSED: msg`This was already sent with other content. Check your records before you try again.`,
  PASSKEY_KNOWN: msg`This passkey is added already.`,
  PASSKEYS_FULL: msg`You have ten passkeys, which is the most. Remove one first.`,
  CONTACT_UNCHANGED: msg`This is the one you have already.`,
  WORD_UNFIT: msg`Use 4 to 24 letters and spaces, and nothing that we could say ourselves.`,
  FACTOR_RESET_OPEN: msg`This was asked for already. We tell you every day until it is done.`,
  FACTOR_RESET_OVER: msg`This has ended already. Your authenticator stays as it is.`,
};
