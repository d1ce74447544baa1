/** Letters that people read as a Latin one, by that one. Capitals and small letters apart, because some look like different letters. */
const readAs: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀⲁꭺᎪꓮ⍺ɐ@',
  b: 'ьЬвВβΒɓʙꓐᏼᏴƄß',
  c: 'сСϲϹᴄⲥꓚꮯᏟҫҪƈ¢',
  d: 'ԁԀɗꓓđĐðᴅꭰᎠƌ',
  e: 'еЕєЄεΕꓰᴇꭼᎬҽҼǝəɛ€',
  f: 'ƒꓝϝϜғҒꜰ',
  g: 'ɡցɢԍԌꮆᏀɠ',
  h: 'һҺհнНΗʜꓧꮋᎻᏂћ',
  i: 'іІїЇιΙıɩɪⲓꓲᛁӏӀǀ|ł',
  j: 'јЈϳʝꓙᴊ',
  k: 'кКκΚᴋꓗⲕᏦ',
  l: 'ꓡʟŁɭⳑ',
  m: 'мМΜᴍꓟϻϺⲙᎷ',
  n: 'ηΝпПոռɴꓠƞɲ',
  o: 'оОοΟօσᴏ๐໐०০੦૦௦౦೦൦၀ဝዐꓳⲟⵔøØɵӧ',
  p: 'рРρΡᴘꓑⲣᏢþÞ',
  q: 'ԛԚգզ',
  r: 'гГᴦꓣʀⲅɾɼяЯ',
  s: 'ѕЅꜱꓢʂᏚꮪ$§',
  t: 'тТτΤᴛꓔŧŦⲧᎢ†',
  u: 'υսᴜꓴʋμцЦՍ',
  v: 'ѵѴνᴠꓦᏙ',
  w: 'ԝԜωѡѠᴡꓪшШաɯᎳ',
  x: 'хХχΧꓫ×ⲭ',
  y: 'уУүҮγΥꓬʏⲩ¥',
  z: 'ᴢꓜʐΖᏃƶ',
};

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(readAs).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** One form for letters and digits that stand for each other. */
const merged: Readonly<Record<string, string>> = { i: 'l', 1: 'l', 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/** First letters of the blocks that hold the whole alphabet in another dress and are not taken apart by NFKD. */
const alphabets: readonly number[] = [0x1f1e6, 0x1f150, 0x1f170];

/** A text as its reader sees it, so that no other spelling of the same words is another text. */
export type FoldedText = {
  /** The words, one space around each, at both ends too. */
  readonly words: string;
  /** Everything without what is between the words. */
  readonly squashed: string;
};

/**
 * Takes the dress off a text: compatible forms, marks, invisible characters, capitals, letters of other scripts that look
 * like Latin ones, digits for letters. What is folded is only compared with what was folded too.
 */
export function foldText(text: string): FoldedText {
  const bare = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const plain = Array.from(bare, latinLetter).join('').toLowerCase();
  const folded = Array.from(plain, (letter) => merged[latinLetter(letter)] ?? latinLetter(letter)).join('');
  const words = joinLetters(folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  return { words: ` ${words.join(' ')} `, squashed: words.join('') };
}

/** All the ways in which a reader, or a program, may take a text apart into words. */
export function listReadings(text: string): readonly FoldedText[] {
  const others = [
    // Two letters that together look like a third.
    text.replaceAll(/rn/gi, 'm').replaceAll(/vv/gi, 'w').replaceAll(/cl/gi, 'd'),
    // What nobody sees may stand between two words as well as within one.
    text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ' '),
    // Names in programs.
    text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
  ];
  return [...new Set([text, ...others])].map(foldText);
}

function latinLetter(letter: string): string {
  const known = latinOf.get(letter);
  if (known !== undefined) return known;
  const point = letter.codePointAt(0) ?? 0;
  const first = alphabets.find((start) => point >= start && point < start + 26);
  return first === undefined ? letter : String.fromCodePoint(0x61 + point - first);
}

/** Three or more letters with spaces between them are one word to a reader. */
function joinLetters(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let letters: string[] = [];
  const flush = (): void => {
    joined.push(...(letters.length >= 3 ? [letters.join('')] : letters));
    letters = [];
  };
  for (const word of words) {
    if ([...word].length === 1) letters.push(word);
    else {
      flush();
      joined.push(word);
    }
  }
  flush();
  return joined;
}
