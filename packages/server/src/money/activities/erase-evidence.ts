import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { eraseEntries } from './entry-store.ts';
import { hastenDeletion } from './picture-store.ts';

/**
 * For a closed account: takes the user IDs out of what was handed in and has the pictures deleted at the worker's next round.
 * What was earned stays, as does the hash by which data that was used is known again.
 */
export async function eraseEvidence(tx: DbTx, personId: PersonId): Promise<void> {
  await hastenDeletion(tx, personId);
  await eraseEntries(tx, personId);
}
