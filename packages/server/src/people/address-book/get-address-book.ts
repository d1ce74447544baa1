import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { AddressBookView } from '@tern/contracts/routes/address-book';
import { listPersonWallets } from '../wallets/public.ts';
import { selectEntries, selectRules } from './address-book-store.ts';
import { renderEntry, renderRule } from './address-book.ts';
import type { AddressBookDeps } from './deps.ts';

const recentsMax = 10;

/** A person's saved and recent addresses and their rules. Nothing a stranger can send them ever appears here. */
export async function getAddressBook(
  { db, listReceivers }: Pick<AddressBookDeps, 'db' | 'listReceivers'>,
  personId: PersonId,
): Promise<AddressBookView> {
  const [entries, receivers, own, rules] = await Promise.all([
    selectEntries(db.kysely, personId),
    listReceivers(db.kysely, personId),
    listPersonWallets(db.kysely, personId),
    selectRules(db.kysely, personId),
  ]);
  const known = new Set<string>([...entries, ...own].map(({ address }) => address));
  return toWire({
    entries: entries.map(renderEntry),
    recents: receivers
      .filter(({ address }) => !known.has(address))
      .slice(0, recentsMax)
      .map(({ address, lastAt }) => ({ address, lastAt })),
    rules: rules.map(renderRule),
  });
}
