import { join } from 'node:path';
import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';

/** The world a campaign kills in. People take turns, because each may ask the chain only so often. */
export type CrashWorld = {
  readonly system: System;
  readonly nextPerson: () => Person;
  readonly outside: OutsideWallet;
  readonly operators: readonly [OperatorDesk, OperatorDesk];
};

/** Looks whether what was left behind came to its one right end; returns what is wrong. */
export type OutcomeCheck = () => Promise<readonly string[]>;

export const wholeUsdt = 1_000_000n;
export const wholeTrx = 1_000_000n;

export type ProductProcess = 'worker' | 'signer' | 'api';

/** Sources stripped of their types are kept between starts: most of what a restart costs otherwise. */
export function compileCache({ dataDir }: System): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: join(dataDir, 'compile-cache') };
}

export async function startIfDown(system: System, ...names: readonly ProductProcess[]): Promise<void> {
  for (const name of names) {
    if (system.processes.isRunning(name)) continue;
    if (name === 'worker') await freeClaims(system);
    await system.processes.start(name, compileCache(system));
  }
}

export async function stop({ processes }: System, name: ProductProcess): Promise<void> {
  if (processes.isRunning(name)) await processes.kill(name);
}

/** Starts every process that does not run. */
export async function reviveAll(system: System): Promise<void> {
  await startIfDown(system, 'signer', 'worker', 'api');
}

/** What a dead api had claimed is free again, as after 15 seconds. */
export async function freeDrafts({ db }: System): Promise<void> {
  await sql`UPDATE withdrawal_drafts SET claimed_until = clock_timestamp() WHERE claimed_until > clock_timestamp()`.execute(
    db.kysely,
  );
}

/** What a dead worker had claimed is free again, as after 30 seconds, and handed out again. No worker may be alive. */
export async function freeClaims({ db }: System): Promise<void> {
  await runAll(db, [
    sql`UPDATE withdrawals SET leased_until = clock_timestamp() WHERE lease IS NOT NULL`,
    sql`UPDATE withdrawal_attempts SET broadcast_due_at = clock_timestamp() WHERE state = 'signed'`,
    sql`UPDATE treasury_orders SET leased_until = clock_timestamp() WHERE lease IS NOT NULL`,
  ]);
  await letTimePass({ db });
}

/**
 * What waits is due, and rests after something came to nothing are over. What somebody works on is left to them: a proof
 * that is begun anew at every look would never end.
 */
export async function letTimePass({ db }: Pick<System, 'db'>): Promise<void> {
  await runAll(db, [
    sql`UPDATE withdrawals SET due_at = clock_timestamp()
         WHERE id IN (SELECT id FROM withdrawals WHERE settlement = 'chain' AND due_at > clock_timestamp()
           AND state IN ('approved', 'signed', 'broadcast', 'included')
           AND coalesce(leased_until <= clock_timestamp(), true) FOR NO KEY UPDATE SKIP LOCKED)`,
    sql`UPDATE treasury_orders SET due_at = clock_timestamp(), broadcast_due_at = clock_timestamp()
         WHERE id IN (SELECT id FROM treasury_orders WHERE state IN ('ready', 'signed')
           AND coalesce(leased_until <= clock_timestamp(), true) FOR NO KEY UPDATE SKIP LOCKED)`,
    sql`UPDATE treasury_orders SET ended_at = ended_at - interval '1 hour'
         WHERE id IN (SELECT id FROM treasury_orders WHERE state IN ('expired', 'failed', 'dropped')
           AND ended_at > clock_timestamp() - interval '1 hour' FOR NO KEY UPDATE SKIP LOCKED)`,
    sql`UPDATE treasury_holdings SET inspected_at = NULL
         WHERE (address, asset_id) IN (SELECT address, asset_id FROM treasury_holdings WHERE inspected_at IS NOT NULL
           FOR NO KEY UPDATE SKIP LOCKED)`,
  ]);
}

async function runAll(db: System['db'], statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db.kysely);
}

/** The first value of the first row, as a number. */
export async function count({ db }: System, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await query.execute(db.kysely)).rows[0]?.count ?? 0;
}

/** Payments under way that are in one of these states. */
export function countPayouts(system: System, ...states: readonly string[]): Promise<number> {
  return count(
    system,
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM withdrawals WHERE settlement = 'chain' AND state = ANY(${[...states]}::text[])`,
  );
}
