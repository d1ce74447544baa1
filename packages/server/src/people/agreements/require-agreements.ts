import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { selectDue } from './agreement-store.ts';

/** Lets only those go on who accepted the versions in force. Throws `AGREEMENT_REQUIRED` with what waits. */
export async function requireAgreements(db: DbReader, personId: PersonId): Promise<void> {
  const due = await selectDue(db, personId);
  if (due.length > 0) throw problem('AGREEMENT_REQUIRED', { documents: [...due] });
}
