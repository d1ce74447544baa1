import type { Text } from './catalogues.ts';
import { findTextFaults } from './find-text-faults.ts';

/** Shorter ones are headings and names, whose lengths say nothing. */
const proseMin = 40;
/** How much shorter than the language's other translations one may be, measured by their middle one. */
const shortestShare = 0.5;

/**
 * Parts of a document that say less in a language than in English: that are missing, have lost a sentence, a number or a
 * placeholder, or are far shorter than the language's other parts. `texts` is the whole document in that language.
 */
export function findLostObligations(
  locale: string,
  texts: readonly Pick<Text, 'english' | 'text'>[],
): readonly string[] {
  const prose = texts.filter(({ english }) => english.length >= proseMin);
  const shares = prose.map(({ english, text }) => text.length / english.length).toSorted((a, b) => a - b);
  const middle = shares[Math.floor(shares.length / 2)] ?? 1;
  return texts.flatMap(({ english, text }) => {
    const found: string[] = [];
    if (text === '') found.push('is missing');
    else {
      found.push(...findTextFaults({ locale, source: english, text }));
      if (countSentences(text) < countSentences(english)) found.push('has lost a sentence');
      if (english.length >= proseMin && text.length < english.length * middle * shortestShare)
        found.push('is too short');
    }
    return found.map((fault) => `${locale}: ${JSON.stringify(english)} ${fault}`);
  });
}

/** Sentences by the marks that end them in any script; Thai has a space where others have a mark. */
function countSentences(text: string): number {
  return text
    .replace(/\{\w+\}/g, 'x')
    .split(/[.!?。！？।॥។။؟۔…]+(?:\s|$|(?=[^\s\d]))|(?<=\p{Script=Thai}) (?=\p{Script=Thai})/u)
    .filter((sentence) => sentence.trim() !== '').length;
}
