import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTreasuryBreaches } from './treasury-checks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const order = '00000000-0000-4000-8000-00000000000';
const signed = `'00', '00', repeat('a', 63) || `;

async function find(atRest = false): Promise<readonly string[]> {
  const breaches = await findTreasuryBreaches(database.db.kysely, { since: '-infinity', most: null }, atRest);
  return breaches.map(({ invariant, finding }) => `${invariant}: ${finding}`);
}

/** A sweep that burnt 7 sun, as its row says. */
function plantSweep(digit: number, state: 'done' | 'signed'): Promise<unknown> {
  const end = state === 'done' ? `'SUCCESS', 7, clock_timestamp()` : 'NULL, NULL, NULL';
  return database.db.pool.query(`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, state, raw_hex, signature_hex, tx_id, result, fee_sun, ended_at)
    VALUES ('${order}${digit}', 'sweep', 'usdt', 5, 'T${digit}', ${digit}, '${state}', ${signed} '${digit}', ${end})`);
}

async function book(digit: number, what: 'done' | 'network-cost', amount: bigint): Promise<void> {
  await transact(database.asWorker, async (tx) => {
    const asset = what === 'done' ? 'usdt' : 'trx';
    const to = await houseAccount(tx, what === 'done' ? 'custody:hot' : 'network-cost', asset);
    const leg = {
      debit: to,
      credit: await houseAccount(tx, 'custody:deposit', asset),
      asset,
      amount: units(amount),
    } as const;
    await postJournal(tx, {
      key: `treasury:${order}${digit}:${what}`,
      kind: what === 'done' ? 'sweep' : 'network-cost',
      legs: [{ ...leg, code: what === 'done' ? 'sweep' : 'network-cost' }],
      details: { orderId: `${order}${digit}`, address: `T${digit}` },
    });
  });
}

test('I09 an order and its journals belong together, with exactly their amounts', async () => {
  expect(await find()).toEqual([]);
  await plantSweep(1, 'done');
  expect(await find()).toEqual([
    `I09: order ${order}1 burnt 7 sun that no journal has`,
    `I09: order ${order}1 moved 5 usdt and no journal has it`,
  ]);
  await book(1, 'done', 5n);
  await book(1, 'network-cost', 7n);
  expect(await find()).toEqual([]);
  await book(2, 'done', 6n);
  expect(await find()).toEqual([`I09: journal treasury:${order}2:done books 6 usdt for no order that was carried out`]);
  await plantSweep(2, 'done');
  await book(2, 'network-cost', 8n);
  expect(await find()).toEqual([
    `I09: order ${order}2 burnt 7 sun that no journal has`,
    `I09: order ${order}2 moved 5 usdt and no journal has it`,
  ]);
});

test('I22 nothing of the treasury is under way at rest, and nothing for longer than a day', async () => {
  await plantSweep(3, 'signed');
  expect((await find()).filter((finding) => finding.startsWith('I22'))).toEqual([]);
  expect((await find(true)).filter((finding) => finding.startsWith('I22'))).toEqual([
    expect.stringContaining(`order ${order}3 is signed since`),
  ]);
  await database.db.pool.query(`UPDATE treasury_orders SET changed_at = changed_at - interval '25 hours'`);
  expect((await find()).filter((finding) => finding.startsWith('I22'))).toHaveLength(1);
});

test('I02 the holdings by address add up to the custody of deposit addresses', async () => {
  const { pool } = database.db;
  await pool.query(`INSERT INTO treasury_holdings_cursors (asset_id, transfer_id) VALUES ('usdt', 1000000)`);
  expect((await find()).filter((finding) => finding.startsWith('I02'))).toEqual([
    'I02: holdings of deposit addresses sum to 0 usdt, custody to -11',
  ]);
  await pool.query(`INSERT INTO treasury_holdings (address, asset_id, amount) VALUES ('T1', 'usdt', -11)`);
  expect((await find()).filter((finding) => finding.startsWith('I02'))).toEqual([]);
});

test('I21 an order to cold storage without two approvals is found, though the database refuses it', async () => {
  const { pool } = database.db;
  await pool.query('ALTER TABLE treasury_orders DISABLE TRIGGER treasury_orders_approvals');
  await pool.query(
    `INSERT INTO treasury_orders (id, kind, asset_id, amount, state) VALUES ('${order}9', 'cold', 'trx', 1, 'ready')`,
  );
  expect((await find()).filter((finding) => finding.startsWith('I21'))).toEqual([
    `I21: order ${order}9 to cold storage is ready with 0 approvals`,
  ]);
});
