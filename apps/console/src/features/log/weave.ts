/** A piece of a sentence: words, or the name of what stands there. */
export type Piece = { readonly text: string } | { readonly part: string };

const mark = '\u0001';

/** Stands for a part in a sentence until it is woven in. */
export function placeOf(part: string): string {
  return mark + part + mark;
}

/** Takes a sentence apart at the places of its parts. */
export function weave(sentence: string): readonly Piece[] {
  return sentence
    .split(mark)
    .map((text, at): Piece => (at % 2 === 0 ? { text } : { part: text }))
    .filter((piece) => !('text' in piece) || piece.text !== '');
}
