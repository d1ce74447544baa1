/** Spreadsheets take a cell that begins so as a formula, whoever wrote it. */
const startsFormula = /^[\t\r\n ]*[=+\-@|%]/;

/** One line of RFC 4180. Every cell is quoted; what a spreadsheet would run begins with an apostrophe and is text. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(text: string): string {
  const safe = startsFormula.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
