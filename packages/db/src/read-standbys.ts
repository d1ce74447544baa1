import { sql } from 'kysely';
import type { DbReader } from './database.ts';

/** Who else has what is confirmed. */
export type Standbys = {
  /** Whether commits wait for a standby. */
  readonly awaited: boolean;
  /** Standbys that follow the server now, whatever their state. */
  readonly attached: number;
};

/** Asks the server with any role: states and positions of standbys are shown to monitors alone. */
export async function readStandbys(db: DbReader): Promise<Standbys> {
  const { rows } = await sql<Standbys>`
    SELECT current_setting('synchronous_standby_names') <> '' AS awaited,
      (SELECT count(*)::int FROM pg_stat_replication) AS attached`.execute(db);
  return rows[0] ?? { awaited: false, attached: 0 };
}
