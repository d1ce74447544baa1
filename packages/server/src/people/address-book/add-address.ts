import { type AddressEntryId, type PersonId, newId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { AddressEntryView } from '@tern/contracts/routes/address-book';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import { isZeroAddress } from '@tern/tron/zero-address';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { findWalletByAddress, listPooledAmong } from '../wallets/public.ts';
import { countEntries, insertEntry } from './address-book-store.ts';
import { entriesMax, readLabel, renderEntry } from './address-book.ts';
import type { AddressBookDeps, FactorsGiven, Origin } from './deps.ts';

export type AddAddressInput = FactorsGiven & {
  readonly session: ApiSession;
  readonly networkId: string;
  readonly address: string;
  readonly label: string;
  readonly origin: Origin;
};

/**
 * Saves an address under a name. It takes both factors: whoever picks a name later does not read the address again. Throws
 * the problems the contract lists for this route.
 */
export async function addAddress(deps: AddressBookDeps, input: AddAddressInput): Promise<AddressEntryView> {
  const { session, origin } = input;
  const { personId } = session;
  if (input.networkId !== 'tron') throw problem('NETWORK_REQUIRED');
  const address = readAddress(input.address);
  await checkPayable(deps, personId, address);
  const label = readLabel(input.label);
  // Before a factor is used up.
  if ((await countEntries(deps.db.kysely, personId)) >= entriesMax) throw problem('ADDRESS_BOOK_FULL');
  await deps.authorize({ ...input, personId, action: `address-book: add ${address}` });
  return changeAccount(deps.db, session, async (tx) => {
    // Counted again: the lock lets one addition of a person after the other.
    if ((await countEntries(tx, personId)) >= entriesMax) throw problem('ADDRESS_BOOK_FULL');
    const entry = await insertEntry(tx, { id: newId<AddressEntryId>(), personId, address, label });
    if (entry === undefined) throw problem('ADDRESS_LISTED_ALREADY');
    await deps.noteChange(tx, { personId, origin, kind: 'address-added', detail: address });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return renderEntry(entry);
  });
}

function readAddress(text: string): TronAddress {
  const parsed = parseAddress(text.trim());
  if ('address' in parsed) return parsed.address;
  throw parsed.fault === 'empty' ? problem('ADDRESS_REQUIRED') : problem('ADDRESS_INVALID', { fault: parsed.fault });
}

/** Refuses what no send could go to whatever the coin. All else is looked at when something is sent there. */
async function checkPayable(
  { db, contracts, isHotAddress }: AddressBookDeps,
  personId: PersonId,
  address: TronAddress,
): Promise<void> {
  if (isZeroAddress(address)) throw problem('ADDRESS_REFUSED', { reason: 'zero-address' });
  if (Object.values(contracts).includes(address)) throw problem('ADDRESS_REFUSED', { reason: 'token-contract' });
  const [wallet, pooled, isHot] = await Promise.all([
    findWalletByAddress(db.kysely, address),
    listPooledAmong(db.kysely, [address]),
    isHotAddress(db.kysely, address),
  ]);
  if (isHot || (wallet === undefined && pooled.length > 0))
    throw problem('ADDRESS_REFUSED', { reason: 'house-address' });
  if (wallet?.personId === personId) throw problem('ADDRESS_OWN');
}
