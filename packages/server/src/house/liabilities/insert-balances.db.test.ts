import { hash } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccountRows } from './account-rows.ts';
import { findBalancesAround } from './list-store.ts';
import { findBalance, packedBalanceBytes } from './packed-balances.ts';
import { balancesPerRow, insertBalances, insertList, insertSnapshot } from './snapshot-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Ids with gaps, and amounts that differ. */
const accounts = Array.from({ length: 5 * balancesPerRow + 7 }, (_, at) => ({
  accountId: BigInt(at * 3 + 10),
  amount: BigInt(at + 1) * 10n ** 18n,
}));

test('the balances of many rows are found again, each in a short row', async () => {
  const text = accounts.map(({ accountId, amount }) => `${accountId} T ${amount}\n`).join('');
  const { balances } = openAccountRows([new TextEncoder().encode(text)]);
  const [number, assetId] = [1, 'usdt'] as const;
  const given = Buffer.alloc(32, 7);
  await transact(database.asWorker, async (tx) => {
    const at = new Date('2026-12-01T10:00:00Z');
    const block = { number: 5, id: 'ab'.repeat(32), at };
    const made = { statement: 'liabilities 1', statementHash: hash('sha256', 'liabilities 1', 'buffer') };
    const dated = { day: '2026-12-01', dueAt: at, log: undefined, changeId: undefined };
    await insertSnapshot(tx, { number, block, seed: given, ...made, ...dated });
    const further = { every: 0, below: 0n };
    const sizes = { owed: 1n, partMax: 1n, lines: 1_024 };
    await insertList(tx, { number, assetId, ...sizes, root: given, nodes: given, further });
    // Two statements, as for a long list.
    const first = balances.subarray(0, 2 * balancesPerRow * packedBalanceBytes);
    await insertBalances(tx, { number, assetId, balances: first });
    await insertBalances(tx, { number, assetId, balances: balances.subarray(first.length) });
  });
  for (const { accountId, amount } of accounts) {
    const around = await findBalancesAround(database.asApi.kysely, { number, assetId, accountId });
    expect(around?.length).toBeLessThanOrEqual(balancesPerRow * packedBalanceBytes);
    expect([accountId, findBalance(around ?? Buffer.alloc(0), accountId)]).toEqual([accountId, amount]);
  }
  const lowest = await findBalancesAround(database.asApi.kysely, { number, assetId, accountId: 9n });
  expect(lowest).toBeUndefined();
});
