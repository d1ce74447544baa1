import type { WaitingView } from '@tern/contracts/routes/console-home';
import type { StuckView } from '@tern/contracts/routes/console-work';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, type ConsoleWorld } from './testing/console-world.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: what does not go on is told by how long it has been in its state: what people thought about for days and have just decided rings
// nobody. Method: old items whose last operator has just signed, then as much later as each state may take.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  ada = await console.operator('ada', 'treasurer');
  ben = await console.operator('ben', 'treasurer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Table = 'treasury_orders' | 'withdrawals';

/** As if everything about it had happened so many minutes earlier. */
const age = (table: Table, id: string, minutes: number) =>
  database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      UPDATE ${sql.table(table)} SET created_at = created_at - make_interval(mins => ${minutes}::int),
        changed_at = changed_at - make_interval(mins => ${minutes}::int) WHERE id = ${id}`.execute(tx);
  });

const enteredAt = async (table: Table, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT changed_at AS at FROM ${sql.table(table)} WHERE id = ${id}`.execute(database.db.kysely);
  return rows[0]?.at.toISOString();
};

/** Ten thousand coins of house equity, on the hot wallet. */
const fund = (asset: 'usdt' | 'trx') =>
  transact(database.asWorker, async (tx) => {
    const debit = await houseAccount(tx, 'custody:hot', asset);
    const leg = { debit, credit: await houseAccount(tx, 'capital', asset), asset, amount: units(10_000_000_000n) };
    await postJournal(tx, { key: `fund:${asset}`, kind: 'treasury-funding', legs: [{ ...leg, code: 'funding' }] });
  });

/** The ids of what the page of stuck items lists, and what the first page counts of it. */
async function stuck(of: 'orders' | 'payouts') {
  const listed = (await ada.get('/stuck')).json<StuckView>()[of].map(({ id }) => id);
  const { kinds } = (await ada.get('/home/waiting')).json<WaitingView>();
  const counted = kinds.find(({ kind }) => kind === `stuck-${of}`);
  return { listed, items: counted?.items, oldest: counted?.oldest };
}
const nothing = { listed: [], items: 0, oldest: null };

const approveOrder = async (browser: OperatorBrowser, id: string): Promise<string> =>
  outcomeOf(await browser.post('/house/step', await browser.sign('/house/question', { step: 'approve-cold', id })));

test('an order to cold storage that was proposed three days ago and has just been approved is not stuck', async () => {
  await fund('usdt');
  await fund('trx');
  const id = await world.coldOrder({ state: 'proposed' });
  await age('treasury_orders', id, 3 * 24 * 60);
  expect(await stuck('orders'), 'a proposal is a matter of people').toEqual(nothing);
  await approveOrder(ada, id);
  expect(await approveOrder(ben, id)).toBe('done');
  expect(await stuck('orders')).toEqual(nothing);
  await age('treasury_orders', id, 30);
  expect(await stuck('orders')).toEqual(nothing);
  await age('treasury_orders', id, 1);
  // As old as its state, which it got by the second signature.
  expect(await stuck('orders')).toEqual({ listed: [id], items: 1, oldest: await enteredAt('treasury_orders', id) });
});

test('a withdrawal that was reviewed for a day and has just been approved is not stuck', async () => {
  const id = await world.transfer(await world.person());
  await age('withdrawals', id, 23 * 60);
  expect(await stuck('payouts')).toEqual(nothing);
  const approve = async (browser: OperatorBrowser): Promise<string> =>
    outcomeOf(
      await browser.post(
        '/reviews/decision',
        await browser.sign('/reviews/question', { id, decision: 'approve', note: 'Looked at' }),
      ),
    );
  expect(await approve(ada)).toBe('second-operator-needed');
  expect(await approve(ben)).toBe('approved');
  const { rows } = await sql<{ state: string }>`SELECT state FROM withdrawals WHERE id = ${id}`.execute(
    database.db.kysely,
  );
  expect(rows).toEqual([{ state: 'approved' }]);
  expect(await stuck('payouts')).toEqual(nothing);
  await age('withdrawals', id, 2);
  expect(await stuck('payouts')).toEqual(nothing);
  await age('withdrawals', id, 2);
  expect(await stuck('payouts')).toEqual({ listed: [id], items: 1, oldest: await enteredAt('withdrawals', id) });
});
