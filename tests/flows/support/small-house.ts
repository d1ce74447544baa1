import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { mineUntil } from '@tern/testkit/system/chain-control';
import type { OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';

export const usdt = 1_000_000n;
export const trx = 1_000_000n;
export type SmallHouse = {
  readonly system: System;
  readonly ana: Person;
  readonly outside: OutsideWallet;
  readonly treasurers: readonly [OperatorDesk, OperatorDesk];
};

export type EndedOrder = { readonly text: string; readonly tx: string | null; readonly adopted: boolean };

/** A whole system whose treasury moves small sums, on a chain whose blocks the test mines, with a person, her friend outside and both operators. */
export async function startSmallHouse(settings: Readonly<Record<string, string>> = {}): Promise<SmallHouse> {
  const system = await startSystem({
    blocks: 'on-demand',
    settings: {
      ENERGY_STAKE_TRX: '50000',
      FEE_ACCOUNT_MIN_TRX: '500',
      SWEEP_FROM_USDT: '100',
      SWEEP_FROM_TRX: '500',
      HOT_MIN_TRX: '2000000',
      HOT_MIN_REWARD: '2000000',
      ...settings,
    },
  });
  // The house settles before the test mines fast: an order that is signed and not broadcast yet would expire.
  await untilEnded(system, 2);
  const ana = await system.register('email');
  await ana.setFactors();
  let ready = false;
  const paying = system.openOutsideWallet({ trx: 5_000n * trx, usdt: 5_000n * usdt }).finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  const treasurers = [await system.desk('olga', 'treasurer'), await system.desk('pavel', 'treasurer')] as const;
  return { system, ana, outside: await paying, treasurers };
}

/**
 * Orders that were carried out or failed, in the order they ended; `text` is `kind asset state`. One that expired or was
 * dropped moved nothing and is made anew: on a slow machine blocks are mined faster than it is broadcast. Anchors of what is
 * owed are left out: they come once for each day of the chain, whatever a test does, and are no move of money.
 */
export async function endedOrders({ db }: Pick<System, 'db'>): Promise<readonly EndedOrder[]> {
  const { rows } = await sql<EndedOrder>`
    SELECT concat_ws(' ', kind, asset_id, state) AS text, tx_id AS tx, adopted FROM treasury_orders
     WHERE ended_at IS NOT NULL AND state NOT IN ('dropped', 'expired') AND kind <> 'anchor' ORDER BY ended_at, id`.execute(
    db.kysely,
  );
  return rows;
}

/** Mines until that many have ended, but not while one waits for its signature or a node: more blocks would not help it. */
export function untilEnded(system: System, count: number): Promise<readonly EndedOrder[]> {
  return until(
    `${count} orders carried out`,
    async () => {
      const orders = await endedOrders(system);
      if (orders.length >= count) return orders;
      const { rows } = await sql<{ waiting: number }>`
        SELECT count(*)::int AS waiting FROM treasury_orders
         WHERE state = 'ready' OR (state = 'signed' AND NOT adopted AND last_answer IS NULL)`.execute(system.db.kysely);
      if (rows[0]?.waiting === 0) await system.chain.mine(2);
      return undefined;
    },
    120_000,
  );
}
