import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBooksWorld } from './testing/books-world.ts';
import { openConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { readPdf, type PlacedText } from './testing/read-pdf.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: a statement on paper says what the file of rows and the ledger say, line by line, on however many pages, in every language that
// it is written in and to a name in any of its letters. Method: the texts and their places, read back out of the PDF.

let database: TestDatabase;
let console: TestConsole;
let tom: OperatorBrowser;
let [mara, noor] = [] as unknown as [TestOwner, TestOwner];
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  const world = openConsoleWorld(database);
  [mara, noor] = [await world.person(), await world.person()];
  const books = await openBooksWorld(database, [mara, noor]);
  for (let day = 1n; day <= 12n; day += 1n) {
    await books.day(day * 1_234_567n);
    await books.age(1);
  }
  await books.close();
  tom = await console.operator('tom', 'treasurer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** Begins and ends amid what moved. */
const period = { from: dayBefore(10), to: dayBefore(2) };

type Said = { readonly language: 'en' | 'zh-Hans'; readonly name: string };

async function take(owner: TestOwner, { language, name }: Said, format: 'pdf' | 'csv') {
  const said = { person: owner.publicId, ...period, format, language, note: 'Asked for by mail' };
  const answer = await tom.post('/books/statement/export', format === 'pdf' ? { ...said, name } : said);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return answer;
}

/** The texts of a page from the top, those of one line beside each other. */
function linesOf(page: readonly PlacedText[]): readonly (readonly PlacedText[])[] {
  const lines: PlacedText[][] = [];
  for (const text of page.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    // An amount that is set smaller stands a little off its line.
    if (line?.[0] !== undefined && line[0].y - text.y < 6) line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => line.toSorted((one, other) => one.x - other.x));
}

const columnsAt = [48, 148, 284, 366, 456];

/** What stands in each column of a line: time, movement, counterparty, amount, balance. */
const cellsOf = (line: readonly PlacedText[]): readonly string[] =>
  columnsAt.map((left, at) =>
    line
      .filter(({ x }) => x >= left - 1 && x < (columnsAt[at + 1] ?? Infinity) - 1)
      .map(({ text }) => text)
      .join(' '),
  );

const isRow = ([time = '', , , , balance = '']: readonly string[]): boolean =>
  /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(time) && /^-?[\d,]+\.\d+$/.test(balance);

const grouped = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${BigInt(whole).toLocaleString('en')}.${fraction}`;
};

/** The rows of the CSV as the paper has to say them. */
const rowsOfCsv = (csv: string): readonly (readonly string[])[] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'))
    .map(([time = '', , , what = '', counterparty = '', incoming = '', outgoing = '', balance = '', journal = '']) => [
      journal === '' ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' '),
      what,
      counterparty,
      incoming === '' ? (outgoing === '' ? '' : `-${grouped(outgoing)}`) : grouped(incoming),
      grouped(balance),
    ]);

/** What moved on the person's accounts in the period, as the ledger has it: USDT, then TRX, then the reward token. */
async function ledgerOf({
  walletId,
}: TestOwner): Promise<readonly { amount: string; balance: string; asset: string }[]> {
  const { rows } = await sql<{ amount: string; balance: string; asset: string }>`
    SELECT e.amount::text AS amount, e.balance_after::text AS balance, a.asset
      FROM ledger.entries e JOIN ledger.accounts a ON a.id = e.account_id
      JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
     WHERE a.wallet_id = ${walletId} AND e.amount <> 0
       AND (j.created_at AT TIME ZONE 'UTC')::date BETWEEN ${period.from}::date AND ${period.to}::date
     ORDER BY array_position(ARRAY['usdt', 'trx', 'reward'], a.asset), e.transfer_id`.execute(database.db.kysely);
  return rows;
}

const unitsOf = (text: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
};

test.each<
  Said & { readonly of: 'mara' | 'noor'; readonly title: string; readonly page: string; readonly pagesMin: number }
>([
  { of: 'mara', language: 'en', name: 'Mara Müller-Ångström', title: 'Statement', page: 'Page 1', pagesMin: 2 },
  { of: 'mara', language: 'zh-Hans', name: '王小明 陳大文', title: '账户对账单', page: '第 1 页', pagesMin: 2 },
  { of: 'noor', language: 'en', name: 'Жанна Ωμεγα ひらがな', title: 'Statement', page: 'Page 1', pagesMin: 1 },
])(
  'the paper of $of in $language, made out to $name, says what the rows and the ledger say',
  async ({ of, title, page, pagesMin, ...said }) => {
    const owner = { mara, noor }[of];
    const pages = readPdf((await take(owner, said, 'pdf')).rawPayload);
    expect(pages.length).toBeGreaterThanOrEqual(pagesMin);
    const lines = pages.flatMap((each) => linesOf(each).map((line) => line.map(({ text }) => text).join(' | ')));
    expect(lines).toContain(title);
    expect(lines.filter((line) => line.endsWith(` | ${said.name}`))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(` | ${owner.publicId}`))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(` | ${period.from} – ${period.to}`))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(` | ${page}`))).toHaveLength(1);
    const { rows: wallets } = await sql<{
      address: string;
    }>`SELECT address FROM wallets WHERE id = ${owner.walletId}`.execute(database.db.kysely);
    expect(lines.join('\n')).toContain(wallets[0]?.address);

    const rows = pages.flatMap((each) => linesOf(each).map(cellsOf).filter(isRow));
    expect(rows).toEqual(rowsOfCsv((await take(owner, said, 'csv')).body));

    const movements = rows.filter(([, , , amount]) => amount !== '');
    const posted = await ledgerOf(owner);
    expect(
      movements.map(([, , , amount = '', balance = ''], at) => {
        const decimals = posted[at]?.asset === 'reward' ? 18 : 6;
        return [unitsOf(amount, decimals), unitsOf(balance, decimals)];
      }),
    ).toEqual(posted.map(({ amount, balance }) => [BigInt(amount), BigInt(balance)]));
    // Several kinds of movement, none of which stands there as its code.
    const kinds = new Set(movements.map(([, what]) => what));
    expect(kinds.size).toBeGreaterThanOrEqual(3);
    expect([...kinds].filter((what) => /^[a-z-]+$/.test(what ?? ''))).toEqual([]);
  },
);

test('each page begins with the names of the columns where its rows go on', async () => {
  const pages = readPdf((await take(mara, { language: 'en', name: 'Mara' }, 'pdf')).rawPayload);
  for (const page of pages.slice(1)) {
    const cells = linesOf(page).map(cellsOf);
    const names = cells.findIndex((line) => line.join(' ') === 'Time Movement With Amount Balance');
    expect(names).toBeGreaterThanOrEqual(0);
    expect(cells.findIndex(isRow)).toBeGreaterThan(names);
  }
});
