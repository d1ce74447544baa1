import { msg } from '@lingui/core/macro';

/** Problems of factors, passkeys, contacts and the word of messages; none of them meets somebody on their way in. */
export const protectionProblemTexts = {
  TRADE_PASSWORD_ALREADY_SET: msg`A trade password is already set.`,
  TRADE_PASSWORD_WEAK: msg`Choose six digits that are harder to guess: no repeats, no sequences, no dates, nothing from your phone number.`,
  TRADE_PASSWORD_NOT_SET: msg`Trade password not set`,
  TRADE_PASSWORD_WRONG: msg`{triesLeft, plural, one {The trade password is wrong. # attempt left.} other {The trade password is wrong. # attempts left.}}`,
  AUTHENTICATOR_ALREADY_BOUND: msg`An authenticator is already bound.`,
  AUTHENTICATOR_NOT_BOUND: msg`Bind Google Authenticator first`,
  PRESENT_FACTOR_REQUIRED: msg`Enter a code from your authenticator or one of your recovery codes.`,
  PASSWORD_UNCHANGED: msg`This is your current password. Choose another one.`,
  STOP_LINK_OVER: msg`This link was already used or is too old. If something is wrong, set a new login password.`,
  BINDING_EXPIRED: msg`This took too long. Start again to get a new key.`,
  IDEMPOTENCY_KEY_REUSED: msg`This was already sent with different details. Check your records before you try again.`,
  PASSKEY_KNOWN: msg`This passkey has already been added.`,
  PASSKEYS_FULL: msg`You have ten passkeys, which is the maximum. Remove one first.`,
  CONTACT_UNCHANGED: msg`You already use this phone number or e-mail address.`,
  WORD_UNFIT: msg`Use 4 to 24 letters and spaces, and no words that we might write ourselves.`,
  FACTOR_RESET_OPEN: msg`You already requested this. We remind you every day until it is done.`,
  FACTOR_RESET_OVER: msg`This request has already ended. Your authenticator stays as it is.`,
};
