import { randomUUID } from 'node:crypto';
import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import type { AccountId } from '@tern/ledger/ids';
import { postJournal } from '@tern/ledger/post-journal';
import { postJournals, type BatchedJournal } from '@tern/ledger/post-journals';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areHoldingsComplete, collectHoldings } from './holdings-store.ts';

let database: TestDatabase;
let custody: AccountId;
let customer: AccountId;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = { personId: newId<PersonId>(), walletId: newId<WalletId>(), asset: 'usdt' } as const;
  [custody, customer] = await transact(database.asWorker, async (tx) => [
    await houseAccount(tx, 'custody:deposit', 'usdt'),
    await openCustomerAccount(tx, person),
  ]);
});
afterAll(() => database.drop());

const deposit = (address: string, amount: bigint): BatchedJournal => ({
  key: randomUUID(),
  kind: 'deposit',
  legs: [{ debit: custody, credit: customer, amount: units(amount), code: 'deposit', asset: 'usdt' }],
  details: { address },
});

async function holdings(): Promise<Record<string, string>> {
  const { rows } = await sql<{ address: string; amount: string }>`
    SELECT address, amount::text AS amount FROM treasury_holdings`.execute(database.db.kysely);
  return Object.fromEntries(rows.map(({ address, amount }) => [address, amount]));
}

test('deposits that one call posted are each held at their own address, and none is collected twice', async () => {
  const together = [deposit('one', 5n), deposit('two', 7n), deposit('one', 11n)];
  await transact(database.asWorker, (tx) => postJournals(tx, together));
  await transact(database.asWorker, (tx) => postJournal(tx, deposit('two', 100n)));
  expect(await areHoldingsComplete(database.db.kysely)).toBe(false);
  while ((await collectHoldings(database.asWorker, { limit: 1 })) > 0);
  expect(await holdings()).toEqual({ one: '16', two: '107' });
  expect(await areHoldingsComplete(database.db.kysely)).toBe(true);
  await transact(database.asWorker, (tx) => postJournals(tx, [deposit('one', 1n), deposit('three', 2n)]));
  expect(await collectHoldings(database.asWorker, { limit: 100 })).toBe(1);
  expect(await holdings()).toEqual({ one: '17', two: '107', three: '2' });
  expect(await collectHoldings(database.asWorker, { limit: 100 })).toBe(0);
});
