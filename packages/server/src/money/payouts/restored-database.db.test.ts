import type { WithdrawalId } from '@tern/base/ids';
import { units, zero } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRestoredDatabase } from '../../chain/orders/testing/restored-database.spec.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeRestoredDatabase('payments', openPayoutOrders);

let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterAll(() => bench.close());

/** The database as it was before these payments were signed; the signer is as it is. */
async function restoreBefore(ids: readonly WithdrawalId[]): Promise<void> {
  await bench.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM withdrawal_broadcasts WHERE withdrawal_id = ANY(${[...ids]}::uuid[])`.execute(tx);
    await sql`DELETE FROM withdrawal_attempts WHERE withdrawal_id = ANY(${[...ids]}::uuid[])`.execute(tx);
    await sql`UPDATE withdrawals SET state = 'approved' WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  });
}

test('M36 the database alone is restored: what the signer has signed is recognised, settled once and never paid again', async () => {
  const to = randomAddress();
  const sends = [
    await bench.send(ana, { to, amount: '40' }),
    await bench.send(ana, { to, assetId: 'trx', amount: '30' }),
    await bench.send(ana, { to, amount: '40' }),
  ];
  const ids = sends.map(({ id }) => id);
  await bench.tick();
  const before = await Promise.all(ids.map((id) => bench.attemptsOf(id)));
  await bench.chain.admin.mine(25);
  await restoreBefore(ids);
  await bench.drain();
  for (const [at, id] of ids.entries()) {
    expect(await bench.stateOf(id)).toBe('completed');
    const attempts = await bench.attemptsOf(id);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ state: 'succeeded', tx_id: before[at]?.[0]?.tx_id });
  }
  expect(await bench.onChain(to, 'usdt')).toBe(80_000_000n);
  expect(await bench.onChain(to, 'trx')).toBe(30_000_000n);
  await bench.checkCustody();
});

test('M20 what open orders of the treasury will take is not promised to a payment', async () => {
  const { id } = await bench.send(ana, { to: randomAddress(), amount: '40' });
  const held = units(await bench.onChain(bench.hotAddress, 'usdt'));
  const waiting = async (): Promise<string | null> => {
    const { rows } = await sql<{ waiting_for: string | null }>`
      SELECT waiting_for FROM withdrawals WHERE id = ${id}`.execute(bench.db.kysely);
    return rows[0]?.waiting_for ?? null;
  };
  await bench.tick({
    sumTreasuryOutflows: async (_db, assetId) => ({ amount: assetId === 'usdt' ? held : zero, costSun: zero }),
  });
  expect(await bench.attemptsOf(id)).toEqual([]);
  expect(await waiting()).toBe('hot-wallet');
  await bench.drain();
  expect(await bench.stateOf(id)).toBe('completed');
});
