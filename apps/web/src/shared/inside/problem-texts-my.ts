import { msg } from '@lingui/core/macro';
import type { myProblems } from '@tern/contracts/problems/my';
import type { ProblemText } from '../problem.ts';
import type { countryProblemTexts } from '../offers/problem-texts-country.ts';

const pictureFaultTexts = {
  'not-a-picture': msg`Choose a JPEG, PNG or WebP picture.`,
  'too-large': msg`The picture is larger than 10 MB.`,
  'too-many-pixels': msg`The picture has more than 24 megapixels. Choose a smaller one.`,
  broken: msg`We can’t open this picture. Choose another one.`,
};
const handleTexts = {
  line: msg`Enter your Line ID: 4 to 20 letters, digits, dots, dashes or underscores.`,
  instagram: msg`Enter your Instagram name or the link to it.`,
  telegram: msg`Enter your Telegram name, at least 5 characters, or the link to it.`,
  x: msg`Enter your X name, at most 15 characters, or the link to it.`,
};

/** What a person reads for the problems of their own pages. */
export const myProblemTexts = {
  WALLET_NAME_INVALID: msg`Enter a name of at most 40 characters.`,
  WALLET_LIMIT_REACHED: msg`You have {limit} wallets, which is the maximum.`,
  WALLETS_CHANGED: msg`Your wallets have changed in the meantime. Try again.`,
  BIO_INVALID: msg`Use at most 160 characters.`,
  SHOWN_NAME_INVALID: msg`Use 2 to 40 letters of one script, without digits.`,
  SHOWN_NAME_RESERVED: msg`This name could be mistaken for ours. Choose your own.`,
  USERNAME_INVALID: msg`Use 4 to 20 letters from a to z, digits and _, starting with a letter.`,
  USERNAME_TAKEN: msg`This username, or one that looks like it, is taken. Choose another one.`,
  USERNAMES_USED_UP: msg`You have had {limit} usernames, which is the maximum. You can go back to one of them.`,
  HANDLE_INVALID: ({ network }) => handleTexts[network],
  PICTURE_REFUSED: ({ fault }) => pictureFaultTexts[fault],
  ACCOUNT_NOT_EMPTY: msg`There is still money in your wallets. Send it to another address first, then you can close the account.`,
  CURRENCY_UNKNOWN: msg`This currency unit is no longer available.`,
} as const satisfies {
  [Code in Exclude<keyof typeof myProblems, keyof typeof countryProblemTexts>]: ProblemText<Code>;
};
