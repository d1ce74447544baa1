import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';

/** Whether somebody has stopped a change in this person's name since then, by the link of a notice. */
export async function wasStoppedSince(db: DbReader, personId: PersonId, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('security_stops')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('used_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}
