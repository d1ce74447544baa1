import { expect, test } from 'vitest';
import { writeCsvRow } from './csv.ts';

/** Reads RFC 4180, written apart from the writer. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < csv.length;) {
    if (csv[at] !== '"') throw new Error(`no quote at ${at}`);
    let end = at + 1;
    while (csv[end] !== '"' || csv[end + 1] === '"') end += csv[end] === '"' ? 2 : 1;
    cells.push(csv.slice(at + 1, end).replaceAll('""', '"'));
    at = end + 1;
    if (csv[at] === ',') at += 1;
    else {
      if (csv.slice(at, at + 2) !== '\r\n') throw new Error(`no end of line at ${at}`);
      rows.push(cells);
      cells = [];
      at += 2;
    }
  }
  return rows;
}

test('what is written is what is read, whatever it holds', () => {
  const cells = ['plain', '', 'two\nlines', 'a "word", quoted', '100,5', 'Zoë 鳥'];
  expect(parse(writeCsvRow(cells) + writeCsvRow(['next']))).toEqual([cells, ['next']]);
});

test.each(['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '|cmd', '%x'])(
  'W18 %j is text for a spreadsheet, not a formula',
  (cell) => {
    expect(parse(writeCsvRow([cell]))).toEqual([[`'${cell}`]]);
  },
);
