import { recordNumber } from '@tern/contracts/record-number';
import type { TransactionsView, TransactionView } from '@tern/contracts/routes/console-transactions';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';
import { writeCorrection, writeRecord } from './testing/transaction-rows.ts';

// Goal: the page of a transaction has its states, journals and decisions, and the file has what is filtered and can do no harm.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let viewer: OperatorBrowser;
let treasurer: OperatorBrowser;
let mara: TestOwner;
let idris: TestOwner;

beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  viewer = await console.operator('vera', 'viewer');
  treasurer = await console.operator('tom', 'treasurer');
  [mara, idris] = [await world.person(), await world.person()];
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

const list = async (filter: Readonly<Record<string, string>>): Promise<TransactionsView> =>
  (await viewer.get(`/transactions?${new URLSearchParams(filter).toString()}`)).json<TransactionsView>();
const idsOf = ({ rows }: TransactionsView): readonly string[] => rows.map(({ id }) => id);
const show = async (source: string, id: string): Promise<TransactionView> =>
  (await viewer.get(`/transactions/${source}/${id}`)).json<TransactionView>();

test('the page of a send has its states, its holds in the books and who decided what', async () => {
  const owner = await world.person();
  const id = await world.transfer(owner);
  const olga = await console.operator('olga', 'reviewer');
  expect(olga.cookie).toBeDefined();
  await world.review(id, await world.operatorId('olga'), 'Called back');
  await sql`UPDATE records SET source_id = ${id} WHERE id = (SELECT record_id FROM withdrawals WHERE id = ${id})`.execute(
    database.db.kysely,
  );
  const [row] = (await list({ search: id })).rows;
  const whole = await show('record', row?.id ?? '');
  expect(whole).toMatchObject({
    ...{ kind: 'send', state: 'pending-review', withdrawalId: id },
    journals: [
      {
        kind: 'withdrawal-hold',
        moved: false,
        lines: [{ account: 'customer', person: { publicId: owner.publicId }, debit: '6002000000', credit: null }],
      },
    ],
  });
  expect(whole.timeline).toContainEqual(
    expect.objectContaining({ event: 'decision', code: 'withdrawal-approved', operator: 'olga' }),
  );
});

test('a correction of the books stands in the list with its journal', async () => {
  const operators = [await world.operatorId('vera'), await world.operatorId('tom')] as const;
  const journalId = await writeCorrection(database, mara, { amount: 1_500_000n, operators });
  const [row] = (await list({ kind: 'correction' })).rows;
  expect(row).toMatchObject({
    source: 'journal',
    id: journalId,
    amount: '1500000',
    person: { publicId: mara.publicId },
  });
  expect(idsOf(await list({ kind: 'correction', person: idris.personId }))).toEqual([]);
  expect(await show('journal', journalId)).toMatchObject({ journals: [{ id: journalId, kind: 'correction' }] });
});

test('the file has what is filtered, formulas are text, and that it was taken stands in the log', async () => {
  const owner = await world.person();
  for (let row = 0; row < 3; row += 1)
    await writeRecord(database, owner, { type: 'outgoing', to: '=HYPERLINK("http://evil")' });
  const filter = { person: owner.personId };
  const answer = await treasurer.post('/transactions/export', filter);
  expect(answer.statusCode, answer.body).toBe(200);
  const text = [...answer.body.matchAll(/^event: message\ndata: (.+)$/gm)]
    .map(([, data]) => JSON.parse(data ?? '""') as string)
    .join('');
  expect(answer.body).toContain('event: done\ndata: {"cutAt":null}');
  const lines = text.split('\r\n').filter((line) => line !== '');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('"transaction id"');
  // The last column is what people and operators call it.
  expect(lines[0]).toMatch(/"id","number"$/);
  const numbers = (await list(filter)).rows.map(({ id, kind }) => recordNumber({ id, kind }));
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(numbers.map((number) => `"${number}"`));
  expect(numbers[0]).toMatch(/^W-\d{8}-/);
  expect(lines[1]).toContain('"send","success","out","USDT","5"');
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  const { actions } = (await viewer.get('/log?kind=transactions-exported')).json<{ actions: { details: string }[] }>();
  expect(actions.map(({ details }) => JSON.parse(details) as unknown)).toMatchObject([filter]);
  expect((await viewer.post('/transactions/export', filter)).statusCode).toBe(403);
});
