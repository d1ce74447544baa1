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

/** The same of scripts that few fonts have, by number. */
const readAsRare: Readonly<Record<string, string>> = {
  a: '\u{15c5}\u{16f40}\u{102a0}',
  b: '\u{13cf}\u{1472}\u{15af}\u{a7b4}\u{15f7}\u{10282}\u{102a1}\u{10301}',
  c: '\u{3f2}\u{1043d}\u{1f74c}\u{118f2}\u{118e9}\u{3f9}\u{102a2}\u{10302}\u{10415}\u{1051c}',
  d: '\u{13e7}\u{146f}\u{a4d2}\u{15de}\u{15ea}',
  e: '\u{212e}\u{ab32}\u{22ff}\u{2d39}\u{118a6}\u{118ae}\u{10286}',
  f: '\u{ab35}\u{a799}\u{1e9d}\u{584}\u{1d213}\u{a798}\u{15b4}\u{118c2}\u{118a2}\u{10287}\u{102a5}\u{10525}',
  g: '\u{1d83}\u{18d}\u{13f3}\u{a4d6}',
  h: '\u{2c8e}\u{157c}\u{102cf}',
  i: '\u{2db}\u{2373}\u{37a}\u{a647}\u{ab75}\u{13a5}\u{118c3}\u{2502}\u{2223}',
  j: '\u{13ab}\u{148d}',
  k: '\u{16d5}\u{10518}',
  l: '\u{23fd}\u{ffe8}\u{6f1}\u{10320}\u{2d4f}\u{16f28}\u{1028a}\u{10309}\u{1d22a}\u{13de}\u{14aa}\u{16f16}\u{118a3}\u{118b2}\u{1041b}\u{10526}',
  m: '\u{15f0}\u{16d6}\u{102b0}\u{10311}',
  n: '\u{2c9a}\u{10513}',
  o: '\u{c02}\u{c82}\u{d02}\u{d82}\u{6f5}\u{1d11}\u{ab3d}\u{10ff}\u{d20}\u{104ea}\u{118c8}\u{118d7}\u{1042c}\u{b66}\u{3007}\u{114d0}\u{118e0}\u{b20}\u{104c2}\u{118b5}\u{10292}\u{102ab}\u{10404}\u{10516}',
  p: '\u{2374}\u{146d}\u{10295}',
  q: '\u{2d55}',
  r: '\u{ab47}\u{ab48}\u{ab81}\u{1d216}\u{13a1}\u{13d2}\u{104b4}\u{1587}\u{16f35}',
  s: '\u{1bd}\u{118c1}\u{10448}\u{54f}\u{13d5}\u{16f3a}\u{10296}\u{10420}',
  t: '\u{22a4}\u{27d9}\u{1f768}\u{16f0a}\u{118bc}\u{10297}\u{102b1}\u{10315}',
  u: '\u{a79f}\u{ab4e}\u{ab52}\u{104f6}\u{118d8}\u{222a}\u{22c3}\u{1200}\u{104ce}\u{144c}\u{16f42}\u{118b8}',
  v: '\u{2228}\u{22c1}\u{11706}\u{aba9}\u{118c0}\u{1d20d}\u{6f7}\u{2d38}\u{142f}\u{a6df}\u{16f08}\u{118a0}\u{1051d}',
  w: '\u{1170a}\u{1170e}\u{1170f}\u{ab83}\u{118ef}\u{118e6}\u{13d4}',
  x: '\u{166e}\u{292b}\u{292c}\u{2a2f}\u{1541}\u{157d}\u{166d}\u{2573}\u{10322}\u{118ec}\u{a7b3}\u{2d5d}\u{16b7}\u{10290}\u{102b4}\u{10317}\u{10527}',
  y: '\u{263}\u{1d8c}\u{1eff}\u{ab5a}\u{10e7}\u{118dc}\u{13a9}\u{13bd}\u{16f43}\u{118a4}\u{102b2}',
  z: '\u{ab93}\u{118c4}\u{102f5}\u{118e5}\u{118a9}',
};

const latinOf: ReadonlyMap<string, string> = new Map(
  [readAs, readAsRare]
    .flatMap((table) => Object.entries(table))
    .flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
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
  // Compatible forms of some look-alikes are other letters, so letters are read before and after taking forms apart.
  const bare = readLetters(readLetters(text).normalize('NFKD')).replaceAll(
    /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    '',
  );
  const folded = Array.from(readLetters(bare.toLowerCase()), (letter) => merged[letter] ?? letter).join('');
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

function readLetters(text: string): string {
  return Array.from(text, latinLetter).join('');
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
