import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Tells the person's open screens that their book or rules changed, when the transaction commits. */
export async function tellScreens(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`SELECT notify_person(${personId}, 'account', null)`.execute(tx);
}
