import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import type { Draw } from '../draw.ts';
import { count, letTimePass, startIfDown, stop, wholeTrx, wholeUsdt, type CrashWorld } from './crash-world.ts';
import { dieAt, readBacklog } from './die-at.ts';
import { enoughBlocks, expiredAfterMs, type Killing } from './kill-payouts.ts';
import { settle } from './settle.ts';

/** Addresses paid at once, so that several orders are under way at the same time. */
const together = 3;
const patienceMs = 60_000;

/** A worker dies again and again while the house sweeps deposit addresses, with TRX or energy of the house. */
export const killWhileSweeping: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  await stop(system, 'worker');
  const die = async (point: string, passage: number): Promise<void> =>
    dieAt(world, counts, 'worker', { point, passage });
  for (let time = 0; time < times; time += 1) {
    if ((await countOrders(world, 'ready')) === 0) await fillAddresses(world, draw);
    for (const point of draw.oneIn(2) ? ['t0', 'd5', 'd6'] : ['d5', 't0', 'd6'])
      await die(point, 1 + draw.below(Math.max(1, await countOrders(world, 'ready'))));
    await die('d7', 1 + draw.below(Math.max(1, await countOrders(world, 'signed'))));
    await die('t4', 1 + draw.below(Math.max(1, (await countOrders(world, 'signed')) - (await countAnswered(world)))));
    // Seen in a block is what comes before it is irreversible.
    await system.chain.mine(1);
    await die('t5', 1 + draw.below(Math.max(1, await countAnswered(world))));
    await system.chain.mine(enoughBlocks);
    for (const point of ['t1', 't2']) await die(point, 1 + draw.below(Math.max(1, await countAnswered(world))));
  }
  // What is not swept and booked in the end is found by whoever lets everything settle.
  return [];
};

/** Orders were forgotten by the node and expired; the worker dies with the proof of that in hand. */
export const killInOrderProofs: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  await settle(system);
  await stop(system, 'worker');
  await fillAddresses(world, draw);
  await system.chain.setFault({ kind: 'drop' });
  await startIfDown(system, 'worker');
  await until(
    'orders are out',
    async () => {
      if ((await countAnswered(world)) > 0 && (await countOrders(world, 'ready')) === 0) return true;
      await letTimePass(system);
      if ((await readBacklog(system)) < enoughBlocks) await system.chain.mine(1);
      return undefined;
    },
    patienceMs,
  );
  await stop(system, 'worker');
  await system.chain.clearFaults();
  await system.chain.passTime(expiredAfterMs);
  await system.chain.mine(enoughBlocks);
  const expired = new Set(await listSigned(world));
  for (let left = times; left > 0; left -= 1) {
    // The one that dies stays signed, so there is always one more.
    const unproven = (await listSigned(world)).filter((id) => expired.has(id)).length;
    await dieAt(world, counts, 'worker', { point: 't3', passage: 1 + draw.below(Math.max(1, unproven)) });
  }
  return [];
};

/** Pays what is worth a sweep to some addresses: their next orders follow once it is credited. */
async function fillAddresses({ system, outside, nextPerson }: CrashWorld, draw: Draw): Promise<void> {
  for (let paid = 0; paid < together; paid += 1) {
    const { address } = nextPerson().wallet;
    if (draw.oneIn(2)) await outside.pay(address, 'usdt', BigInt(120 + draw.below(100)) * wholeUsdt);
    else await outside.pay(address, 'trx', BigInt(120 + draw.below(100)) * wholeTrx);
  }
  await system.chain.mine(enoughBlocks);
}

function countOrders({ system }: CrashWorld, state: 'ready' | 'signed'): Promise<number> {
  return count(
    system,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM treasury_orders WHERE state = ${state}`,
  );
}

/** Signed orders that a node was given. */
function countAnswered({ system }: CrashWorld): Promise<number> {
  return count(
    system,
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM treasury_orders WHERE state = 'signed' AND last_answer IS NOT NULL`,
  );
}

async function listSigned({ system }: CrashWorld): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM treasury_orders WHERE state = 'signed'`.execute(
    system.db.kysely,
  );
  return rows.map(({ id }) => id);
}
