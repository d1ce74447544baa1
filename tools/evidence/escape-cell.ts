/** Text as a cell of a table in Markdown. */
export function escapeCell(text: string): string {
  return text.replace(/[|<>\\]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}
