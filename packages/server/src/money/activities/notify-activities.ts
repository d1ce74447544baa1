import type { ActivityId, PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Tells the person's open screens that their part in an activity changed, when the transaction commits. */
export async function notifyActivities(tx: DbTx, personId: PersonId, activityId: ActivityId): Promise<void> {
  await sql`SELECT notify_person(${personId}::uuid, 'activities', ${activityId}::text)`.execute(tx);
}
