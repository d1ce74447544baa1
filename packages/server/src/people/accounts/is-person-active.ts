import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Whether a person may act; false for one that does not exist. In a transaction it stays so until its end: a freeze waits. */
export async function isPersonActive(db: DbReader, personId: PersonId): Promise<boolean> {
  const { rows } = await sql<{ active: boolean | null }>`SELECT is_person_active(${personId}) AS active`.execute(db);
  return rows[0]?.active === true;
}
