import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import { until } from './system/until.ts';

/** Waits until exactly so many statements of this database wait for a lock. */
export async function untilLocksAwaited({ kysely }: Database, count: number): Promise<void> {
  await until(`${count} wait for a lock`, async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(kysely);
    return rows.length === count;
  });
}
