import { sql } from 'kysely';
import type { Database } from './database.ts';

type Clock = { readonly nowMs: () => number };

const differenceMaxMs = 2_000;

/**
 * Throws where this machine's clock is more than two seconds off the database's: codes, sessions and holds would begin and
 * end at other times than in the processes beside it. How long the question took is allowed for.
 */
export async function requireRightClock(db: Database, clock: Clock): Promise<void> {
  // The first question also opens the connection.
  await sql`SELECT 1`.execute(db.kysely);
  const askedMs = clock.nowMs();
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db.kysely);
  const answeredMs = clock.nowMs();
  const databaseMs = rows[0]?.at.getTime() ?? 0;
  const offMs = Math.max(askedMs - databaseMs, databaseMs - answeredMs);
  if (offMs > differenceMaxMs) {
    throw new Error(`The clocks of this machine and of the database differ by ${Math.round(offMs / 1000)} s: set them`);
  }
}
