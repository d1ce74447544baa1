import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { AgreementsView } from '@tern/contracts/routes/agreements';
import type { DbReader } from '@tern/db/database';
import { selectAcceptances, selectDue } from './agreement-store.ts';

/** What a person accepted, newest first, and what waits. */
export async function showAgreements(db: DbReader, personId: PersonId): Promise<AgreementsView> {
  const [due, accepted] = await Promise.all([selectDue(db, personId), selectAcceptances(db, personId)]);
  return toWire({
    due: [...due],
    accepted: [...accepted],
  });
}
