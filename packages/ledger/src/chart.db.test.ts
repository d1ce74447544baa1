import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdKinds, houseCodes, journalKinds, transferCodes } from './chart.ts';
import { createTestBooks, type TestBooks } from './test-books.ts';

let books: TestBooks;

beforeAll(async () => {
  books = await createTestBooks();
});
afterAll(() => books.drop());

async function column(query: string): Promise<readonly string[]> {
  const { rows } = await sql
    .raw<{ value: string }>(`SELECT value FROM (${query}) q ORDER BY value`)
    .execute(books.db.kysely);
  return rows.map(({ value }) => value);
}

const sorted = (words: readonly string[]): readonly string[] => words.toSorted();

test('the words in the code are those the database knows', async () => {
  expect(
    await column(`SELECT class AS value FROM ledger.classes WHERE class NOT IN ('customer', 'promotion')`),
  ).toEqual(sorted(houseCodes));
  expect(await column('SELECT kind AS value FROM ledger.kinds WHERE posted_as IS NOT NULL')).toEqual(sorted(holdKinds));
  expect(
    await column(`SELECT kind AS value FROM ledger.kinds k WHERE posted_as IS NULL AND NOT EXISTS (
      SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as))`),
  ).toEqual(sorted(journalKinds));
  expect(await column('SELECT DISTINCT code AS value FROM ledger.legs')).toEqual(sorted(transferCodes));
});

test('every kind a hold resolves to is a kind', async () => {
  expect(
    await column(`SELECT name AS value FROM ledger.kinds h, unnest(ARRAY[posted_as, voided_as, expired_as]) name
      WHERE name IS NOT NULL AND NOT EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = name)`),
  ).toEqual([]);
});

test('docs/ledger.md lists every account and every leg of every kind, and no other', async () => {
  const page = await readFile(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
  const rows = (columns: number): string[] =>
    page
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.replaceAll('`', '').trim()),
      )
      .filter(
        (cells) =>
          cells.length === columns && !/^-+$/.test(cells[0] ?? '') && !['class', 'kind'].includes(cells[0] ?? ''),
      )
      .map((cells) => cells.slice(0, columns === 4 ? 3 : 4).join(' '));
  expect(sorted(rows(4))).toEqual(
    await column(
      `SELECT concat_ws(' ', class, side, CASE WHEN guarded THEN 'yes' ELSE 'no' END) AS value FROM ledger.classes`,
    ),
  );
  expect(sorted(rows(5))).toEqual(
    sorted(await column(`SELECT concat_ws(' ', kind, code, debit, coalesce(credit, '–')) AS value FROM ledger.legs`)),
  );
});
