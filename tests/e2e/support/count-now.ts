import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { asOwner } from './owner.ts';

/**
 * Has the worker count all that is owed now, as if two operators had asked for it ten minutes ago: the next irreversible block
 * is a minute away. Resolves with the number of the new count, whose statement follows from those before.
 */
export async function countNow(): Promise<number> {
  return await asOwner(async ({ kysely }) => {
    const id = randomUUID();
    await kysely.transaction().execute(async (tx) => {
      // What operators do takes their signatures, and other tests are about that.
      await sql`ALTER TABLE house_changes DISABLE TRIGGER USER`.execute(tx);
      await sql`
        INSERT INTO house_changes (id, content, state, note, proposed_by, decided_by, decided_at)
        SELECT ${id}, '{"kind": "snapshot"}', 'done', 'for a test', min(o.id::text)::uuid, max(o.id::text)::uuid,
               clock_timestamp() - interval '10 minutes'
          FROM operators o`.execute(tx);
      await sql`ALTER TABLE house_changes ENABLE TRIGGER USER`.execute(tx);
    });
    const find = async () => {
      const { rows } = await sql<{ number: number }>`
        SELECT number FROM liability_snapshots WHERE change_id = ${id}`.execute(kysely);
      return rows[0]?.number ?? 0;
    };
    await expect.poll(find, { intervals: [200], timeout: 60_000 }).toBeGreaterThan(0);
    return await find();
  });
}
