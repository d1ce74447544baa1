import { problem } from '@tern/contracts/problem';
import { usernameIn } from '@tern/contracts/username';
import { isReservedName } from './shown-name.ts';

/** Letters and digits that are read as another one. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', l: 'i', j: 'i', 5: 's', 8: 'b', 2: 'z', m: 'rn', w: 'vv', q: 'g' },
};

/** Digits that stand for a letter where a name is made to look like another. */
const digitLetters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * The username somebody wants. Throws `USERNAME_INVALID`, or `USERNAME_TAKEN` for one that reads like the service: it is as
 * little free as another person's.
 */
export function readUsername(typed: string, productName: string): string {
  const username = usernameIn(typed);
  if (username === undefined) throw problem('USERNAME_INVALID');
  const words = username
    .slice(1)
    .replaceAll('_', ' ')
    .replaceAll(/\d/g, (digit) => digitLetters[digit] ?? ' ');
  if (isReservedName(words, productName)) throw problem('USERNAME_TAKEN');
  return username;
}

/** What a username looks like: two with the same look are never both given. */
export function foldUsername(username: string): string {
  return [...username.replaceAll(/[@_]/g, '')].map((each) => lookAlikes[each] ?? each).join('');
}
