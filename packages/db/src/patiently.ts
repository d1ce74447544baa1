import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export type Patience = {
  readonly log?: ((line: string) => void) | undefined;
  /**
   * How long a migration waits for a table that others use. Whoever comes after it waits behind it, even who only reads: at
   * most this long for each table, then it lets everybody pass and tries again.
   */
  readonly lockWaitMs?: number | undefined;
  /** How long it goes on trying. */
  readonly patienceMs?: number | undefined;
};

export const lockWaitDefaultMs = 200;
export const patienceDefaultMs = 600_000;
const pauseMs = 500;

/** Others were in the way: a lock did not come in time, or two waited for each other. */
const inTheWay = new Set(['55P03', '40P01']);

export async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Without a connection there is nothing to undo, and the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Tries again for as long as others are in the way; everybody who waited behind it passes in the meantime. */
export async function patiently<Result>(
  client: pg.Client,
  name: string,
  { log, patienceMs = patienceDefaultMs }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const endMs = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !inTheWay.has(error.code ?? '')) throw error;
      const others = await describeOthers(client);
      if (performance.now() > endMs)
        throw new Error(`${error.message} after ${tries} tries; ${others}`, { cause: error });
      log?.(`${name} waits: ${others}`);
      await wait(pauseMs);
    }
  }
}

/** The oldest transaction of others, which is most likely the one that is waited for. */
async function describeOthers(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    SELECT format('process %s of %s (%s) has been in a transaction for %s s', pid, usename, application_name,
                  round(extract(epoch FROM clock_timestamp() - xact_start))) AS text
      FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 1`);
  return rows[0]?.text ?? 'whoever was in the way is gone';
}
