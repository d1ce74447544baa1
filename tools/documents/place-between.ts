/** Two lines of a document, with a generated text between them. */
export type Marks = { readonly start: string; readonly end: string };

/** The document with `text` in the place marked for it. Throws where there is none. */
export function placeBetween(document: string, { start, end }: Marks, text: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the document has no place between ${start} and ${end}`);
  return `${document.slice(0, from)}${start}\n${text}\n${document.slice(to)}`;
}
