/** A piece of a text and what is to stand there instead. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export function applyEdit(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** What an edit does, in one short line. */
export function describeEdit(source: string, { start, end, text }: Edit): string {
  return `${shorten(source.slice(start, end))} → ${shorten(text)}`;
}

export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
