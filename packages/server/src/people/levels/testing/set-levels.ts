import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';

/** Limits in whole USDT from now on, as a restored copy would have them: past the operators and the notice. */
export async function setLimits({ db }: Pick<TestDatabase, 'db'>, limits: readonly (number | null)[]): Promise<void> {
  const inUnits = limits.map((limit) => (limit === null ? null : String(BigInt(limit) * 1_000_000n)));
  await transact(db, async (tx) => {
    // Moments are told apart by milliseconds.
    await sql`SELECT pg_sleep(0.003)`.execute(tx);
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO level_limits (version, limits, effective_at, change_id)
      SELECT coalesce(max(version), 0) + 1, ${inUnits}::numeric[], clock_timestamp(), ${randomUUID()} FROM level_limits`.execute(
      tx,
    );
  });
}

/** A level from now on, the same way. */
export async function setLevel({ db }: Pick<TestDatabase, 'db'>, personId: PersonId, level: number): Promise<void> {
  await transact(db, async (tx) => {
    // Moments are told apart by milliseconds.
    await sql`SELECT pg_sleep(0.003)`.execute(tx);
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO person_levels (person_id, level, reference, from_at, change_id)
      VALUES (${personId}, ${level}, 'case 7', clock_timestamp(), ${randomUUID()})`.execute(tx);
  });
}
