import type { System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { letTimePass, reviveAll } from './crash-world.ts';
import { readBacklog } from './die-at.ts';

/** Whoever starts the system sets it so: of USDT and TRX, both with six decimals. */
export const sweepFrom = 100_000_000n;

const patienceMs = 300_000;
/** A block is booked once 19 have followed it. More come only then: contracts are asked at a head that stands still. */
const unreadMax = 19;
/** Few looks and many blocks are quicker than the other way round. */
const moreBlocks = 5;

/** Looks in a row that have to find nothing: the house's next step is decided a moment after the one before ended. */
const quietChecks = 4;

/** Brings every process back and mines until nothing is under way. Throws with what still is. */
export async function settle(system: System): Promise<void> {
  await reviveAll(system);
  let quiet = 0;
  let open: readonly string[] = [];
  await until(
    'everything has ended',
    async () => {
      // First: nobody knows yet of an arrival in a block that was not read.
      const isRead = (await readBacklog(system)) <= unreadMax;
      open = await listOpen(system);
      if (open.length > 0) quiet = 0;
      else if (isRead) quiet += 1;
      if (quiet >= quietChecks) return true;
      await letTimePass(system);
      if (isRead) await system.chain.mine(moreBlocks);
      return undefined;
    },
    patienceMs,
  ).catch((error: unknown) => {
    throw new Error(`not ended: ${open.join('; ')}`, { cause: error });
  });
}

/** What is under way, for people. */
async function listOpen({ db }: System): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT concat_ws(' ', 'withdrawal', id, state, waiting_for, attention) AS text FROM withdrawals
     WHERE settlement = 'chain' AND state IN ('under-review', 'approved', 'signed', 'broadcast', 'included')
    UNION ALL
    SELECT concat_ws(' ', 'order', kind, id, state, waiting_for, attention) FROM treasury_orders WHERE state IN ('ready', 'signed')
    UNION ALL
    SELECT concat_ws(' ', 'arrival', tx_id, block_number) FROM pending_deposits
    UNION ALL
    SELECT concat_ws(' ', 'deposit not proven', tx_id) FROM deposits
     WHERE destination = 'suspense' AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = deposits.id)
    UNION ALL
    SELECT concat_ws(' ', 'energy delegated to', address) FROM treasury_orders
     WHERE kind = 'delegate' AND state = 'done' AND NOT taken_back
    UNION ALL
    SELECT concat_ws(' ', 'distribution', id, state) FROM distributions WHERE state <> 'closed'
    UNION ALL
    SELECT concat_ws(' ', 'not swept:', address, amount, asset_id) FROM treasury_holdings
     WHERE asset_id IN ('trx', 'usdt') AND amount >= ${String(sweepFrom)} AND address <> ''`.execute(db.kysely);
  return rows.map(({ text }) => text);
}
