import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

let database: TestDatabase;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  ada = await console.operator('ada', 'treasurer');
  ben = await console.operator('ben', 'treasurer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => {
  expect(console.faults).toEqual([]);
});

type Answer = Awaited<ReturnType<OperatorBrowser['get']>>;
const propose = async (browser: OperatorBrowser, said: object): Promise<Answer> => {
  const asked = await browser.sign('/house/proposals/question', { note: 'For a test', ...said });
  return browser.post('/house/proposals', asked);
};
const approve = async (browser: OperatorBrowser, id: string): Promise<string> =>
  outcomeOf(await browser.post('/house/step', await browser.sign('/house/question', { step: 'approve-cold', id })));
const stateOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`SELECT state FROM treasury_orders WHERE id = ${id}`.execute(
    database.db.kysely,
  );
  return rows[0]?.state;
};

test.each([
  ['unstaking', { kind: 'unstake', amount: '1000' }, 'done'],
  // What the change of permissions costs an empty house does not have.
  ['restricting an account', { kind: 'restrict', account: 'hot' }, 'needed-meanwhile'],
  ['restricting the fee account', { kind: 'restrict', account: 'fee' }, 'done'],
])('O01 %s is proposed by one treasurer’s signature and decided by another’s', async (_, said, end) => {
  const answer = await propose(ada, said);
  expect(outcomeOf(answer)).toBe('second-operator-needed');
  const { orderId } = answer.json<{ orderId: string }>();
  expect(await stateOf(orderId)).toBe('proposed');
  expect(outcomeOf(await propose(ben, said))).toBe('one-is-open');
  expect(await approve(ada, orderId)).toBe('already-decided-by-you');
  expect(await stateOf(orderId)).toBe('proposed');
  expect(await approve(ben, orderId)).toBe(end);
  expect(await stateOf(orderId)).not.toBe('proposed');
});

test('a surplus that is not there is booked to nobody, and what is no amount is not even asked about', async () => {
  const surplus = { kind: 'surplus-to-house', assetId: 'usdt', amount: '5' };
  expect(outcomeOf(await propose(ada, surplus))).toBe('NOT_FOUND');
  for (const amount of ['0', '-1', 'all', '0.0000001'])
    expect(outcomeOf(await ada.post('/house/proposals/question', { ...surplus, amount, note: 'For a test' }))).toBe(
      'amount-invalid',
    );
});

test('whoever dismisses an item signs what it is, also behind two hundred older ones', async () => {
  const { rows } = await sql<{ id: string; txId: string }>`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason)
    SELECT 'item ' || n, 'trc20', 0, 91, 'b91', 'A stranger', 'malformed-event' FROM generate_series(1, 205) n
    RETURNING id::text, tx_id AS "txId"`.execute(database.db.kysely);
  for (const item of [rows[0], rows[204]]) {
    const asked = await ada.post('/house/question', { step: 'dismiss', id: item?.id, note: 'For a test' });
    expect(asked.statusCode, asked.body).toBe(200);
    for (const fact of [item?.txId, 'A stranger', 'malformed-event']) expect(asked.body).toContain(fact);
  }
});
