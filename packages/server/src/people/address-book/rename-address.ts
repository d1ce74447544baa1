import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { AddressEntryView } from '@tern/contracts/routes/address-book';
import { transact } from '@tern/db/transact';
import { updateLabel } from './address-book-store.ts';
import { readLabel, renderEntry, type AddressEntryId } from './address-book.ts';
import type { AddressBookDeps, FactorsGiven, Origin } from './deps.ts';
import { tellScreens } from './tell-screens.ts';

export type RenameAddressInput = FactorsGiven & {
  readonly personId: PersonId;
  readonly id: AddressEntryId;
  readonly label: string;
  readonly origin: Origin;
};

/**
 * Gives an address another name. As with adding it takes both factors: two swapped names are two swapped addresses. Throws
 * `ADDRESS_LABEL_INVALID`, `NOT_FOUND` and the factors' problems.
 */
export async function renameAddress(
  deps: Pick<AddressBookDeps, 'db' | 'authorize' | 'lockPeople' | 'noteChange'>,
  input: RenameAddressInput,
): Promise<AddressEntryView> {
  const { personId, id, origin } = input;
  const label = readLabel(input.label);
  await deps.authorize({ ...input, action: `address-book: rename ${id}` });
  return transact(deps.db, async (tx) => {
    await deps.lockPeople(tx, [personId]);
    const entry = await updateLabel(tx, { id, personId, label });
    if (entry === undefined) throw problem('NOT_FOUND');
    await deps.noteChange(tx, { personId, origin, kind: 'address-renamed', detail: entry.address });
    await tellScreens(tx, personId);
    return renderEntry(entry);
  });
}
