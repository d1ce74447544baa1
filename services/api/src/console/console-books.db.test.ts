import type {
  AuditDistributionView,
  ChartView,
  DayView,
  FeesView,
  JournalRowView,
  JournalView,
  StatementView,
  TrialBalanceView,
} from '@tern/contracts/routes/console-books';
import { getBalances } from '@tern/ledger/balances';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDistribution } from './testing/add-distribution.ts';
import { openBooksWorld, type BooksWorld } from './testing/books-world.ts';
import { openConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: what the room of books shows, says in statements and writes into files is what the ledger has, to the last unit.
// Method: some days of journals, closed as the worker closes them; every answer against the rows themselves.

let database: TestDatabase;
let console: TestConsole;
let books: BooksWorld;
let [mara, noor] = [] as unknown as [TestOwner, TestOwner];
let [tom, vera] = [] as unknown as [OperatorBrowser, OperatorBrowser];
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  const world = openConsoleWorld(database);
  [mara, noor] = [await world.person(), await world.person()];
  books = await openBooksWorld(database, [mara, noor]);
  for (const size of [1_000_000n, 2_000_000n, 3_000_000n]) {
    await books.day(size);
    await books.age(1);
  }
  await books.close();
  await books.day(4_000_000n);
  tom = await console.operator('tom', 'treasurer');
  vera = await console.operator('vera', 'viewer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

const dayMs = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const whole = () => ({ from: dayBefore(10), to: dayBefore(-1) });
const query = (said: object): string => String(new URLSearchParams(Object.entries(said)));

test('the chart names every class with its side, and what each has', async () => {
  const chart = (await vera.get('/books/chart')).json<ChartView>();
  const { rows } = await sql<{ class: string }>`SELECT class FROM ledger.classes`.execute(database.db.kysely);
  expect(chart.classes.map((each) => each.class).toSorted()).toEqual(rows.map((row) => row.class).toSorted());
  const costs = chart.classes.find((each) => each.class === 'network-cost');
  expect(costs).toMatchObject({ side: 'debit', assets: [{ assetId: 'trx', balance: '30000000', accounts: 1 }] });
  expect(chart.kinds).toContain('withdrawal-post');
});

test('the trial balance of now agrees with the accounts, and that of a moment is the sum of the journals before it', async () => {
  const now = (await vera.get('/books/trial-balance')).json<TrialBalanceView>();
  expect(now.differing).toEqual([]);
  for (const { debits, credits } of now.assets) expect(debits).toBe(credits);
  const at = `${dayBefore(1)}T00:00:00.000Z`;
  const then = (await vera.get(`/books/trial-balance?${query({ at })}`)).json<TrialBalanceView>();
  expect(then).toMatchObject({ differing: null, totalledTo: dayBefore(2) });
  const usdt = then.assets.find(({ assetId }) => assetId === 'usdt')?.rows;
  const { rows } = await sql<{ owed: string }>`
    SELECT sum(CASE WHEN c.class = 'customer' THEN t.amount ELSE 0 END
             - CASE WHEN d.class = 'customer' THEN t.amount ELSE 0 END)::text AS owed
      FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
      JOIN ledger.accounts d ON d.id = t.debit_account_id JOIN ledger.accounts c ON c.id = t.credit_account_id
     WHERE t.asset = 'usdt' AND t.state IN ('posted', 'post') AND j.created_at < ${at}::timestamptz`.execute(
    database.db.kysely,
  );
  expect(usdt?.find((row) => row.class === 'customer')?.balance).toBe(rows[0]?.owed);
});

describe('journals', () => {
  type Page = { journals: JournalRowView[]; next: string | null };
  const search = async (said: object): Promise<Page> => (await vera.get(`/books/journals?${query(said)}`)).json<Page>();
  const kindsOf = ({ journals }: Page): string[] => [...new Set(journals.map(({ kind }) => kind))].toSorted();

  test('are found by kind, period, account, person, asset, amount, number and key', async () => {
    const { rows } = await sql<{ id: string; key: string }>`
      SELECT id::text, idempotency_key AS key FROM ledger.journals WHERE kind = 'swap' ORDER BY id LIMIT 1`.execute(
      database.db.kysely,
    );
    const { id = '', key = '' } = rows[0] ?? {};
    expect((await search({ id })).journals).toEqual((await search({ id: key })).journals);
    expect((await search({ kind: 'swap' })).journals).toHaveLength(8);
    expect((await search({ kind: 'swap', from: dayBefore(2), to: dayBefore(2) })).journals).toHaveLength(2);
    expect(kindsOf(await search({ account: 'network-cost' }))).toEqual(['network-cost']);
    expect(kindsOf(await search({ person: noor.publicId }))).toEqual(['internal-transfer', 'withdrawal-post']);
    expect(await search({ person: noor.personId })).toEqual(await search({ account: books.accounts.b }));
    expect((await search({ person: noor.publicId, from: dayBefore(3), to: dayBefore(2) })).journals).toHaveLength(4);
    expect((await search({ amount: '7' })).journals.map(({ kind }) => kind)).toEqual(['internal-transfer']);
    expect((await search({ amount: '3', assetId: 'trx' })).journals.map(({ kind }) => kind)).toEqual(['network-cost']);
    expect((await search({ amount: '0.00000000000000015' })).journals).toEqual([]);
    expect(outcomeOf(await vera.get('/books/journals?person=99999999'))).toBe('NOT_FOUND');
    expect(outcomeOf(await vera.get('/books/journals?kind=%27%3B'))).toBe('INPUT_INVALID');
  });

  test('one shows its legs and the entries that tell them, of the whole call too', async () => {
    const { journals } = await search({ kind: 'swap' });
    const journal = (await vera.get(`/books/journals/${journals[0]?.id}`)).json<JournalView>();
    expect(journal.transfers.map(({ code }) => code)).toEqual(['swap-in', 'swap-fee', 'swap-out', 'fee-share']);
    expect(journal.transfers[0]?.debit).toMatchObject({ class: 'customer', person: mara.publicId });
    expect(
      journal.entries
        .filter(({ ofCall }) => ofCall)
        .map(({ account }) => account.code)
        .toSorted(),
    ).toEqual(['fee-income', 'liquidity', 'liquidity']);
    const held = (await search({ kind: 'withdrawal-post' })).journals[0]?.id;
    const post = (await vera.get(`/books/journals/${held}`)).json<JournalView>();
    const hold = (await vera.get(`/books/journals/${post.transfers[0]?.heldBy}`)).json<JournalView>();
    expect(hold).toMatchObject({ kind: 'withdrawal-hold', entries: [] });
    expect(outcomeOf(await vera.get('/books/journals/999999'))).toBe('NOT_FOUND');
  });
});

test('closed days show their roots and totals, which can be computed again, and a change is found', async () => {
  const { days } = (await vera.get('/books/days')).json<{ days: DayView[] }>();
  // A day is closed an hour after its end.
  const newest = (Date.now() % dayMs) / dayMs < 1 / 24 ? 2 : 1;
  expect(days.map(({ day }) => day).slice(0, 2)).toEqual([dayBefore(newest), dayBefore(newest + 1)]);
  const closed = days.find(({ day }) => day === dayBefore(2));
  expect(closed?.assets?.length).toBe(3);
  const path = `/books/days/${dayBefore(2)}/verification`;
  const verified = (await vera.get(path)).json();
  expect(verified).toEqual({ root: closed?.root, rootMatches: true, wrongTotals: [] });
  const change = async (by: number) =>
    database.db.kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE ledger.day_totals SET credits = credits + ${by} WHERE day = ${dayBefore(2)}::date AND code = 'deposit'
        AND class = 'customer'`.execute(tx);
    });
  await change(1);
  expect((await vera.get(path)).json()).toMatchObject({
    rootMatches: true,
    wrongTotals: ['customer usdt deposit deposit'],
  });
  await change(-1);
  expect(outcomeOf(await vera.get('/books/days/2001-01-01/verification'))).toBe('NOT_FOUND');
});

test('fees and costs are those of the journals, by day and together', async () => {
  const fees = (await vera.get(`/books/fees?${query(whole())}`)).json<FeesView>();
  const usdt = fees.assets.find(({ assetId }) => assetId === 'usdt');
  // Of every day: one send for one size; two swaps for one size and one more unit; and a unit of each swap is shared.
  expect(usdt).toMatchObject({ sendFees: '10000000', swapFees: '20000004', shared: '8', networkCosts: '0' });
  expect(usdt).toMatchObject({ margin: String(10_000_000 + 20_000_004 - 8), sends: 4, swaps: 8 });
  expect(fees.assets.find(({ assetId }) => assetId === 'trx')).toMatchObject({
    networkCosts: '30000000',
    margin: '-30000000',
  });
  expect(fees.days.filter(({ assetId }) => assetId === 'trx').map(({ networkCosts }) => networkCosts)).toEqual([
    '3000000',
    '6000000',
    '9000000',
    '12000000',
  ]);
  expect(outcomeOf(await vera.get(`/books/fees?${query({ from: dayBefore(1), to: dayBefore(2) })}`))).toBe(
    'INPUT_INVALID',
  );
});

describe('files', () => {
  const file = (path: string, body: object) => tom.post(path, body);
  const lastRow = async () =>
    (await vera.get('/log')).json<{ actions: { kind: string; subject: string; details: string }[] }>().actions[0];
  /** An hour later all of it is settled. */
  const later = () => console.clock.advance(2 * 3_600_000);

  test('hold every journal of the period once, wherever one breaks off and the next goes on', async () => {
    // What is younger than an hour is left out: a database transaction of that time may still be open.
    const young = await file('/books/export', { ...whole(), format: 'jsonl' });
    const settled = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ledger.journals WHERE created_at < now() - interval '1 hour'`.execute(
      database.db.kysely,
    );
    expect(JSON.parse(young.body.trim().split('\n').at(-1) ?? '')).toMatchObject({ journals: settled.rows[0]?.n });
    later();
    await tom.signIn();
    await vera.signIn();
    const answer = await file('/books/export', { ...whole(), format: 'jsonl' });
    expect(answer.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const lines = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id: string; last?: string });
    expect(lines[0]).toMatchObject({ type: 'books', format: 1, assets: expect.any(Array) as unknown });
    const journals = lines.filter(({ type }) => type === 'journal');
    const { rows } = await sql<{ id: string }>`SELECT j.id::text FROM ledger.journals j ORDER BY j.id`.execute(
      database.db.kysely,
    );
    expect(journals.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(lines.at(-1)).toEqual({ type: 'end', journals: rows.length, last: rows.at(-1)?.id });
    expect(await lastRow()).toMatchObject({ kind: 'books-exported', subject: 'books' });
    await fc.assert(
      fc.asyncProperty(fc.nat(rows.length - 1), async (at) => {
        const after = rows[at]?.id ?? '';
        const rest = await file('/books/export', { ...whole(), format: 'jsonl', after });
        const ids = [...rest.body.matchAll(/^\{"type":"journal","id":"(\d+)"/gm)].map(([, id]) => id);
        expect(ids).toEqual(rows.slice(at + 1).map(({ id }) => id));
      }),
      { numRuns: 12 },
    );
    const csv = await file('/books/export', { from: dayBefore(2), to: dayBefore(2), format: 'csv' });
    const legs = await sql<{ legs: number }>`
      SELECT count(*)::int AS legs FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
       WHERE (j.created_at AT TIME ZONE 'UTC')::date = ${dayBefore(2)}::date`.execute(database.db.kysely);
    expect(csv.body.trim().split('\r\n')).toHaveLength((legs.rows[0]?.legs ?? 0) + 1);
  });

  test('statements begin and end with what the ledger says, and every movement leads from one balance to the next', async () => {
    for (const owner of [mara, noor]) {
      for (const period of [
        whole(),
        { from: dayBefore(2), to: dayBefore(1) },
        { from: dayBefore(30), to: dayBefore(20) },
      ]) {
        const path = `/books/statement?${query({ person: owner.publicId, ...period })}`;
        const { accounts } = (await tom.get(path)).json<StatementView>();
        const csv = await file('/books/statement/export', {
          ...{ person: owner.publicId, ...period, format: 'csv', language: 'en', note: 'Asked for by mail' },
        });
        const rows = csv.body
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.slice(1, -1).split('","'));
        expect(rows).toHaveLength(accounts.reduce((sum, { movements }) => sum + movements + 2, 0));
        for (const { assetId, wallet, opening, credited, debited, closing } of accounts) {
          expect(BigInt(opening) + BigInt(credited) - BigInt(debited)).toBe(BigInt(closing));
          if (assetId !== 'usdt') continue;
          const own = rows.filter(([, at, symbol]) => at === wallet && symbol === 'USDT');
          const unit = (text = ''): bigint => BigInt(Math.round(Number(text === '' ? '0' : text) * 1e6));
          let balance = unit(own[0]?.[7]);
          expect(balance).toBe(BigInt(opening));
          for (const [, , , , , incoming, outgoing, after] of own.slice(1, -1)) {
            balance += unit(incoming) - unit(outgoing);
            expect(unit(after)).toBe(balance);
          }
          expect(balance).toBe(BigInt(closing));
        }
      }
      const balances = await getBalances(database.db.kysely, { walletId: owner.walletId });
      const now = (
        await tom.get(`/books/statement?${query({ person: owner.publicId, ...whole() })}`)
      ).json<StatementView>();
      for (const { assetId, closing } of now.accounts) expect(closing).toBe(String(balances.get(assetId)?.posted));
    }
    expect(await lastRow()).toMatchObject({ kind: 'statement-exported', subject: noor.personId });
  });

  test('a statement as PDF has the letters of a Chinese name', async () => {
    const answer = await file('/books/statement/export', {
      ...{
        person: mara.publicId,
        ...whole(),
        format: 'pdf',
        language: 'zh-Hans',
        name: '王小明 陳大文',
        note: 'Asked',
      },
    });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`statement-${mara.publicId}-`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.subarray(-6).toString()).toContain('%%EOF');
  });

  test('are for treasurers and administrators, and not for who came in by break-glass in the last days', async () => {
    expect(outcomeOf(await vera.post('/books/export', { ...whole(), format: 'csv' }))).toBe('ROLE_MISSING');
    await sql`UPDATE operators SET decides_money_from = ${new Date(console.clock.nowMs() + dayMs)} WHERE name = 'tom'`.execute(
      database.db.kysely,
    );
    expect(outcomeOf(await tom.post('/books/export', { ...whole(), format: 'csv' }))).toBe('no-money-yet');
    await sql`UPDATE operators SET decides_money_from = NULL WHERE name = 'tom'`.execute(database.db.kysely);
  });
});

test('H10 how everybody’s balance went is handed out once two operators said so, for a day, and to who keeps the books', async () => {
  const [id, older] = [await addDistribution(database, 1), await addDistribution(database, 2)];
  const take = (of: string, by = tom) => by.post(`/books/distributions/${of}/histories`, {});
  await tom.signIn();
  expect(outcomeOf(await take(id))).toBe('two-operators-first');
  const said = { content: { kind: 'audit-file', distributionId: id }, note: 'for the yearly audit' };
  const signed = await tom.sign('/changes/question', said);
  const change = (await tom.post('/changes', signed)).json<{ id: string }>();
  expect(outcomeOf(await take(id))).toBe('two-operators-first');
  const decide = async (by: OperatorBrowser) =>
    outcomeOf(
      await by.post(
        '/changes/decision',
        await by.sign('/changes/decision/question', { ...change, decision: 'carry-out' }),
      ),
    );
  expect(await decide(tom)).toBe('proposed-by-you');
  expect(await decide(await console.operator('tess', 'treasurer'))).toBe('done');
  const taken = await take(id);
  expect(taken.headers['content-disposition']).toBe(`attachment; filename="histories-${id}.jsonl"`);
  expect(JSON.parse(taken.body.split('\n')[0] ?? '')).toMatchObject({ histories: 1, holders: 0 });
  expect(outcomeOf(await take(older))).toBe('two-operators-first');
  await vera.signIn();
  expect(outcomeOf(await take(id, vera))).toBe('ROLE_MISSING');
  const listed = (await vera.get('/books/distributions')).json<{ distributions: AuditDistributionView[] }>();
  expect(listed.distributions.map((each) => [each.id, each.allowedUntil !== null])).toEqual([
    [id, true],
    [older, false],
  ]);
  console.clock.advance(24 * 3_600_000);
  await tom.signIn();
  expect(outcomeOf(await take(id))).toBe('two-operators-first');
});
