import { units, zero } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRestoredDatabase } from '../../chain/orders/testing/restored-database.spec.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { forgetSigning } from './testing/forget-signing.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';

describeRestoredDatabase('payments', openPayoutOrders);

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterAll(() => world.close());

test('M36 the database alone is restored: what the signer has signed is recognised, settled once and never paid again', async () => {
  const to = randomAddress();
  const sends = [
    await world.send(ana, { to, amount: '40' }),
    await world.send(ana, { to, assetId: 'trx', amount: '30' }),
    await world.send(ana, { to, amount: '40' }),
  ];
  const ids = sends.map(({ id }) => id);
  await world.tick();
  const before = await Promise.all(ids.map((id) => world.attemptsOf(id)));
  await world.chain.admin.mine(25);
  await forgetSigning(world.db, ids);
  await world.drain();
  for (const [at, id] of ids.entries()) {
    expect(await world.stateOf(id)).toBe('completed');
    const attempts = await world.attemptsOf(id);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ state: 'succeeded', tx_id: before[at]?.[0]?.tx_id });
  }
  expect(await world.onChain(to, 'usdt')).toBe(80_000_000n);
  expect(await world.onChain(to, 'trx')).toBe(30_000_000n);
  await world.checkCustody();
});

test('M20 what open orders of the treasury will take is not promised to a payment', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '40' });
  const held = units(await world.onChain(world.hotAddress, 'usdt'));
  const waiting = async (): Promise<string | null> => {
    const { rows } = await sql<{ waiting_for: string | null }>`
      SELECT waiting_for FROM withdrawals WHERE id = ${id}`.execute(world.db.kysely);
    return rows[0]?.waiting_for ?? null;
  };
  await world.tick({
    sumTreasuryOutflows: async (_db, assetId) => ({ amount: assetId === 'usdt' ? held : zero, costSun: zero }),
  });
  expect(await world.attemptsOf(id)).toEqual([]);
  expect(await waiting()).toBe('hot-wallet');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
});
