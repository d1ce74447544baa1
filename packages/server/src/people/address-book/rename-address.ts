import type { AddressEntryId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { AddressEntryView } from '@tern/contracts/routes/address-book';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { updateLabel } from './address-book-store.ts';
import { readLabel, renderEntry } from './address-book.ts';
import type { AddressBookDeps, FactorsGiven, Origin } from './deps.ts';

export type RenameAddressInput = FactorsGiven & {
  readonly session: ApiSession;
  readonly id: AddressEntryId;
  readonly label: string;
  readonly origin: Origin;
};

/**
 * Gives an address another name. As with adding it takes both factors: two swapped names are two swapped addresses. Throws
 * `ADDRESS_LABEL_INVALID`, `NOT_FOUND` and the factors' problems.
 */
export async function renameAddress(
  deps: Pick<AddressBookDeps, 'db' | 'authorize' | 'noteChange'>,
  input: RenameAddressInput,
): Promise<AddressEntryView> {
  const { session, id, origin } = input;
  const { personId } = session;
  const label = readLabel(input.label);
  await deps.authorize({ ...input, personId, action: `address-book: rename ${id}` });
  return changeAccount(deps.db, session, async (tx) => {
    const entry = await updateLabel(tx, { id, personId, label });
    if (entry === undefined) throw problem('NOT_FOUND');
    await deps.noteChange(tx, { personId, origin, kind: 'address-renamed', detail: entry.address });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return renderEntry(entry);
  });
}
