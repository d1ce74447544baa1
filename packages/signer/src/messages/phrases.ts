import { foldText, type FoldedText } from './fold-text.ts';

/** A phrase that can be looked for in a folded text. */
export type Phrase = (text: FoldedText) => boolean;

/** Shorter runs of letters occur by chance across the borders of words. */
const squashedMin = 10;

/**
 * Reads a phrase, place by place: words that may stand there (`own|control`), `!me|you` for one word that is none of
 * these, `*` for up to three words, `+` for one to three. A long phrase without these three is also
 * found where its words are written together or cut up.
 */
export function readPhrase(source: string): Phrase {
  const places = source.split(' ');
  const inWords = new RegExp(` ${places.map(readPlace).join('')}`, 'u');
  const isOpen = places.some((place) => /^[*+!]/.test(place));
  const together = isOpen ? [] : combine(places).filter((each) => each.length >= squashedMin);
  return ({ words, squashed }) => inWords.test(words) || together.some((each) => squashed.includes(each));
}

/** Text of a script that has no spaces between words, or a name that nobody writes by chance: looked for anywhere. */
export function readRun(source: string): Phrase {
  const { squashed: run } = foldText(source);
  return ({ squashed }) => squashed.includes(run);
}

/** A name: its words in order; written together, only where it is long enough not to occur by chance. */
export function readName(source: string): Phrase {
  const name = foldText(source);
  if (name.squashed === '') return () => false;
  return ({ words, squashed }) =>
    words.includes(name.words) || (name.squashed.length >= squashedMin && squashed.includes(name.squashed));
}

function readPlace(place: string): string {
  if (place === '*') return String.raw`(?:\S+ ){0,3}`;
  if (place === '+') return String.raw`(?:\S+ ){1,3}`;
  const words = listWords(place.replace('!', '')).join('|');
  return place.startsWith('!') ? String.raw`(?!(?:${words}) )\S+ ` : `(?:${words}) `;
}

function listWords(place: string): readonly string[] {
  return place.split('|').map((word) => foldText(word).squashed);
}

/** Every way to choose a word for each place, written together. */
function combine(places: readonly string[]): readonly string[] {
  return places.reduce<readonly string[]>(
    (starts, place) => starts.flatMap((start) => listWords(place).map((word) => start + word)),
    [''],
  );
}
