import { problem } from '@tern/contracts/problem';

const lengthMin = 4;
const lengthMax = 24;
// What our own messages say: a word that reads like it could give a false message our voice.
const ours = ['code', 'http', 'www', 'bank', 'support', 'admin', 'official'];

/**
 * The word a person knows our messages by, in its one form: letters and single spaces, no digits, so that it is never
 * taken for a code or a link. Throws `WORD_UNFIT`.
 */
export function normalizeWord(typed: string, context: { readonly words: readonly string[] }): string {
  const word = typed.normalize('NFKC').trim().replace(/\s+/gu, ' ');
  const lower = word.toLowerCase();
  const length = [...word].length;
  const fits =
    length >= lengthMin &&
    length <= lengthMax &&
    /^[\p{L}\p{M} ]+$/u.test(word) &&
    ![...ours, ...context.words.map((each) => each.toLowerCase())].some((each) => lower.includes(each));
  if (!fits) throw problem('WORD_UNFIT');
  return word;
}
