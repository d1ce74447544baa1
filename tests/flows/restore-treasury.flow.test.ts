import { join } from 'node:path';
import { backUpCluster } from '@tern/local-postgres/back-up-cluster';
import { restoreCluster } from '@tern/local-postgres/restore-cluster';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { solidBalance } from '@tern/testkit/system/outside-wallet';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedOrders, startSmallHouse, trx, untilEnded, usdt, type SmallHouse } from './support/small-house.ts';

// Goal: what the house moved between a backup and the restore of the database alone is known again, moved once and booked to
// the unit. Method: the whole system with the real files of a backup; the signer and the chain go on as they are.
let house: SmallHouse;

beforeAll(async () => {
  house = await startSmallHouse();
});
afterAll(() => house.system.stop());

/** The id of the proposal for cold storage, made by a worker that has just started. */
async function proposal(): Promise<string> {
  const { system } = house;
  await system.processes.kill('worker');
  await system.processes.start('worker');
  return await until('a proposal', async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM treasury_orders WHERE kind = 'cold' AND asset_id = 'usdt' AND state = 'proposed'`.execute(
      system.db.kysely,
    );
    return rows[0]?.id;
  });
}

test('M36 sweeps, energy and a cold order made after the backup come back from the signer: nothing is moved twice', async () => {
  const { system, ana, outside } = house;
  const ended = (count: number) => untilEnded(system, count);
  expect((await ended(2)).map(({ text }) => text)).toEqual(['fund trx done', 'stake trx done']);
  const order = await proposal();
  const backup = join(system.dataDir, 'backup');
  await system.whileDatabaseRuns(({ dataDir, url }) => backUpCluster({ dataDir, url, to: backup }));

  for (const desk of house.treasurers) expect(await desk.approveOrder(order)).toMatchObject({ status: 200 });
  await outside.pay(ana.wallet.address, 'usdt', 250n * usdt);
  await ended(7);
  await outside.pay(ana.wallet.address, 'trx', 600n * trx);
  const done = await ended(8);
  const kinds = [
    'cold usdt',
    'delegate trx',
    'fund trx',
    'stake trx',
    'sweep trx',
    'sweep usdt',
    'top-up trx',
    'undelegate trx',
  ];
  expect(done.map(({ text }) => text).toSorted()).toEqual(kinds.map((kind) => `${kind} done`));
  // The token's contract can be asked about a block only while the chain rests at it: the credit may follow the sweep.
  const credited = async (): Promise<boolean> =>
    (await ana.available('trx')) === 600n * trx && (await ana.available('usdt')) === 250n * usdt;
  await mineUntil(system.chain, 'the credits', credited, 120_000);
  const cold = await coldBalance();

  for (const name of ['api', 'worker'] as const) await system.processes.kill(name);
  await system.whileDatabaseStops(async (dataDir) => {
    await restoreCluster({ dataDir, from: backup, upTo: 'backup' });
  });
  // Nobody here has heard of any of it.
  expect((await endedOrders(system)).length).toBe(2);
  for (const name of ['worker', 'api'] as const) await system.processes.start(name);

  const again = await ended(done.length);
  expect(again.map(({ tx }) => tx).toSorted()).toEqual(done.map(({ tx }) => tx).toSorted());
  expect(again.filter(({ adopted }) => adopted)).toHaveLength(done.length - 2);
  await mineUntil(system.chain, 'the credits again', credited, 120_000);
  await system.chain.mine(25);
  expect(await coldBalance()).toBe(cold);
  expect(await solidBalance(system, ana.wallet.address, 'usdt')).toBe(0n);
  const { rows } = await sql`
    SELECT reason, subject, tx_id FROM quarantined_inflows WHERE dismissed_at IS NULL`.execute(system.db.kysely);
  expect(rows).toEqual([]);
  expect(await system.findContradictions()).toEqual([]);
});

/** What cold orders have moved so far, by what left the hot wallet for good. */
async function coldBalance(): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    SELECT sum(amount)::text AS total FROM treasury_orders WHERE kind = 'cold' AND state = 'done'`.execute(
    house.system.db.kysely,
  );
  return rows[0]?.total ?? '0';
}
