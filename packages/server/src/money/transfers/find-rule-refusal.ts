import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { listReceiverStandings, refuseReceiver } from '../../people/address-book/public.ts';
import { listPaidBefore } from './withdrawal-store.ts';

/**
 * What the sender's own rules about addresses have against this receiver; undefined when nothing. Nobody who was found by a
 * contact is in an address book, whatever their address is.
 */
export async function findRuleRefusal(
  db: DbReader,
  {
    personId,
    address,
    byContact,
  }: { readonly personId: PersonId; readonly address: TronAddress; readonly byContact: boolean },
): Promise<ReturnType<typeof refuseReceiver>> {
  const stored = (await listReceiverStandings(db, [{ personId, address }])).get(personId);
  if (stored === undefined) return undefined;
  const standing = byContact ? { ...stored, entry: undefined } : stored;
  const paidBefore =
    standing.newAddressWait && (await listPaidBefore(db, [{ personId, address, byContact }])).has(personId);
  return refuseReceiver(standing, paidBefore);
}
