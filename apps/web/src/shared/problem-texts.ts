import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatDateTime, formatDuration } from './format-time.ts';
import type { Problem, ProblemCode, ProblemText } from './problem.ts';

/** What a person reads for each problem that anybody can meet: what happened and what to do next. */
export const entryProblemTexts = {
  INPUT_INVALID: msg`Something in the form isn’t valid. Check it and try again.`,
  LOGIN_EXPIRED: msg`Login expired, please log in again`,
  ORIGIN_REFUSED: msg`This page was opened from another site. Open the wallet at its own address and try again.`,
  NOT_FOUND: msg`Not found`,
  BODY_TOO_LARGE: msg`This is too large to send.`,
  CONTENT_TYPE_REFUSED: msg`We can’t accept this format. Reload the page and try again.`,
  TOO_MANY_REQUESTS: msg`Too many attempts. Try again in {wait}.`,
  INTERNAL: msg`Network error, try again later`,
  UNAVAILABLE: msg`We can’t do this right now. Try again in a minute.`,
  PHONE_INVALID: msg`Enter at least 4 digits`,
  AREA_CODE_REQUIRED: msg`Choose an area code`,
  EMAIL_INVALID: msg`Enter an e-mail address, for example name@example.org`,
  TERMS_NOT_ACCEPTED: msg`Check the terms first`,
  INVITE_CODE_UNKNOWN: msg`This invite code does not exist. Correct it or leave the field empty.`,
  PASSWORD_TOO_SHORT: msg`Use at least 8 characters`,
  PASSWORD_TOO_LONG: msg`Use at most 128 characters`,
  PASSWORD_TOO_COMMON: msg`This password has appeared in a data leak or is too similar to your account details. Choose another one.`,
  CODE_RESEND_TOO_SOON: msg`We just sent a code. You can request a new one in {wait}.`,
  SMS_LIMIT_REACHED: msg`We can’t send any more text messages to this country today. Use an e-mail address, or try again in {wait}.`,
  CODE_WRONG: msg`The code is wrong, was already used or is no longer valid. Check it or request a new one.`,
  CODE_EXHAUSTED: msg`Too many wrong attempts. Request a new code.`,
  CODES_LOCKED: msg`Too many wrong codes. You can try again after {until}.`,
  ACCOUNT_TAKEN: msg`An account with this phone number or e-mail address already exists. Log in instead.`,
  CREDENTIALS_WRONG: msg`The account or the password is wrong.`,
  LOGIN_PAUSED: msg`Too many wrong attempts. Try again in {wait}.`,
  LOGIN_STEP_EXPIRED: msg`This took too long. Log in again.`,
  LOGIN_PASSWORD_WRONG: msg`The login password is wrong.`,
  AUTHENTICATOR_CODE_WRONG: msg`{triesLeft, plural, one {The code is wrong. # attempt left.} other {The code is wrong. # attempts left.}}`,
  AUTHENTICATOR_CODE_USED: msg`This code was already used. Wait for the next one.`,
  FACTORS_LOCKED: msg`Too many wrong attempts. This is locked until {until}. Your money is safe.`,
  RECOVERY_CODE_WRONG: msg`This recovery code is wrong or was already used.`,
  PASSKEY_REFUSED: msg`This passkey doesn’t belong to any account here. Log in with your password.`,
} as const satisfies { [Code in ProblemCode]?: ProblemText<Code> };

type AnyProblemText = MessageDescriptor | ((data: never) => MessageDescriptor);
const known = new Map<string, AnyProblemText>(Object.entries(entryProblemTexts));

/** Adds what is read for problems only people who are signed in meet: it arrives with the session, like their texts. */
export function addProblemTexts(texts: Readonly<Record<string, AnyProblemText>>) {
  for (const [code, text] of Object.entries(texts)) known.set(code, text);
}

/** Whether the app has words for a problem. */
export function isKnownProblem(code: string): code is ProblemCode {
  return known.has(code);
}

const networkText = msg`Network error, try again later`;

/** The problem in the person's language. */
export function problemText(problem: Problem): string {
  const text = known.get(problem.code) ?? networkText;
  const { id } = typeof text === 'function' ? text(problem.data as never) : text;
  return i18n._(id, readFacts(problem.data));
}

function readFacts(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {};
  const facts: Record<string, unknown> = { ...data };
  if (typeof facts.retryAfterSeconds === 'number') facts.wait = formatDuration(facts.retryAfterSeconds);
  if (typeof facts.until === 'string') facts.until = formatDateTime(facts.until);
  return facts;
}
