import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';

/** Stores the language a person is written to in. */
export async function setLanguage(tx: DbTx, personId: PersonId, language: string): Promise<void> {
  await tx.updateTable('people').set({ language }).where('id', '=', personId).execute();
}
