import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { selectReceivers } from './record-store.ts';

/** Recent ones: a list to pick from, not a history. */
const receiversMax = 50;

/** Where a person's own transfers went, newest first. What strangers sent them is never among it. */
export function listReceivers(
  db: DbReader,
  personId: PersonId,
): Promise<readonly { readonly address: string; readonly lastAt: Date }[]> {
  return selectReceivers(db, personId, receiversMax);
}
