import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { deleteEntry } from './address-book-store.ts';
import type { AddressEntryId } from './address-book.ts';
import type { AddressBookDeps } from './deps.ts';
import { tellScreens } from './tell-screens.ts';

/** Forgets an address. It only narrows where money may go, so a session is enough. Throws `NOT_FOUND`. */
export async function removeAddress(
  deps: Pick<AddressBookDeps, 'db' | 'lockPeople'>,
  { personId, id }: { readonly personId: PersonId; readonly id: AddressEntryId },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await deps.lockPeople(tx, [personId]);
    if (!(await deleteEntry(tx, personId, id))) throw problem('NOT_FOUND');
    await tellScreens(tx, personId);
  });
}
