import { sql } from 'kysely';
import { startIfDown, stop, wholeUsdt, type OutcomeCheck, type CrashWorld } from './crash-world.ts';
import { dieAt } from './die-at.ts';
import type { Killing } from './kill-payouts.ts';

/** Blocks after which an arrival can be booked, and those of one database transaction of the reader. */
const blocks = { final: 20, batch: 16 };
const together = 2;

/** A worker dies while it reads, books and has booked the blocks with somebody's deposits. */
export const killWhileCrediting: Killing = async (world, { counts, draw, times }) => {
  const { system, outside, nextPerson } = world;
  await stop(system, 'worker');
  const checks: OutcomeCheck[] = [];
  for (let time = 0; time < times; time += 1) {
    for (let paid = 0; paid < together; paid += 1) {
      const txId = await outside.pay(nextPerson().wallet.address, 'usdt', BigInt(10 + draw.below(10)) * wholeUsdt);
      checks.push(expectCredited(world, txId));
    }
    // The reader passes d1 to d3 once a batch.
    const batches = 1 + draw.below(2);
    await system.chain.mine(blocks.final + blocks.batch * batches);
    for (const point of draw.oneIn(2) ? ['d0', 'd1', 'd2'] : ['d2', 'd1', 'd0'])
      await dieAt(world, counts, 'worker', { point, passage: 1 });
    await dieAt(world, counts, 'worker', { point: 'd3', passage: 1 + draw.below(batches) });
  }
  return checks;
};

/** A worker dies while it activates people with their first top-up and pays their bonus. */
export const killWhileActivating: Killing = async (world, { counts, draw, times }) => {
  const { system, outside } = world;
  // The worker delivers the codes.
  await startIfDown(system, 'signer', 'worker', 'api');
  const people = await Promise.all(Array.from({ length: together }, () => system.register('email')));
  await stop(system, 'worker');
  const checks: OutcomeCheck[] = [];
  for (const { wallet } of people) {
    const txId = await outside.pay(wallet.address, 'usdt', 15n * wholeUsdt);
    checks.push(expectCredited(world, txId), expectActivated(world, wallet.address));
  }
  // Contracts are asked at the irreversible head: the block with the top-ups has to be it.
  await system.chain.mine(blocks.final);
  for (let time = 0; time < times; time += 1)
    await dieAt(world, counts, 'worker', { point: 'd4', passage: 1 + draw.below(together) });
  return checks;
};

const expectCredited =
  ({ system }: CrashWorld, txId: string): OutcomeCheck =>
  async () => {
    const { rows } = await sql<{ journals: number; shown: number }>`
      SELECT count(j.id)::int AS journals, count(r.id) FILTER (WHERE r.status = 'success')::int AS shown
        FROM deposits d LEFT JOIN ledger.journals j ON j.id = d.journal_id
        LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
        LEFT JOIN records r ON r.id = coalesce(s.record_id, d.record_id)
       WHERE d.tx_id = ${txId}`.execute(system.db.kysely);
    const { journals, shown } = rows[0] ?? { journals: 0, shown: 0 };
    return journals === 1 && shown === 1 ? [] : [`deposit ${txId} has ${journals} journals and ${shown} records`];
  };

const expectActivated =
  ({ system }: CrashWorld, address: string): OutcomeCheck =>
  async () => {
    const { rows } = await sql<{ activations: number; bonuses: number }>`
      SELECT (SELECT count(*)::int FROM activations a WHERE a.person_id = w.person_id) AS activations,
             (SELECT count(*)::int FROM bonus_grants g WHERE g.person_id = w.person_id AND g.state = 'paid') AS bonuses
        FROM wallets w WHERE w.address = ${address}`.execute(system.db.kysely);
    const { activations, bonuses } = rows[0] ?? { activations: 0, bonuses: 0 };
    return activations === 1 && bonuses === 1
      ? []
      : [`the owner of ${address} was activated ${activations} times and got ${bonuses} bonuses`];
  };
