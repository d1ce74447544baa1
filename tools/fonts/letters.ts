/** Code points of the interface's own face: what the languages written in Latin letters need. Other scripts take the system's. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  // Basic Latin, Latin-1 and Latin Extended-A: the West and the middle of Europe, Turkish, and names from there.
  [0x20, 0x7e],
  [0xa0, 0x17f],
  // Azerbaijani ə; Romanian ș and ț; Vietnamese ơ and ư with every tone; the apostrophes of Uzbek.
  [0x18f, 0x18f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x1ea0, 0x1ef9],
  // Spaces, dashes, quotation marks, dots and primes; signs of currencies; trade mark; arrows; signs of arithmetic.
  [0x2002, 0x200b],
  [0x2010, 0x2026],
  [0x202f, 0x203a],
  [0x20a0, 0x20bf],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2260, 0x2265],
];

/** Every letter of the face, in one text. */
export const letters: string = ranges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  .join('');

/** The same as CSS's `unicode-range`: for other letters the browser does not fetch the file. */
export const unicodeRange: string = ranges
  .map(([first, last]) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`)
  .join(', ');

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
