import type { AddressEntryId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deleteEntry } from './address-book-store.ts';
import type { AddressBookDeps } from './deps.ts';

/** Forgets an address. It only narrows where money may go, so a session is enough. Throws `NOT_FOUND`. */
export async function removeAddress(
  deps: Pick<AddressBookDeps, 'db'>,
  { session, id }: { readonly session: ApiSession; readonly id: AddressEntryId },
): Promise<void> {
  const { personId } = session;
  await changeAccount(deps.db, session, async (tx) => {
    if (!(await deleteEntry(tx, personId, id))) throw problem('NOT_FOUND');
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
