import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { listReceiverStandings, refuseReceiver } from '../../people/address-book/public.ts';
import { listPaidBefore } from './withdrawal-store.ts';

/** What the sender's own rules about addresses have against this one; undefined when nothing. */
export async function findRuleRefusal(
  db: DbReader,
  { personId, address }: { readonly personId: PersonId; readonly address: TronAddress },
): Promise<ReturnType<typeof refuseReceiver>> {
  const standing = (await listReceiverStandings(db, [{ personId, address }])).get(personId);
  if (standing === undefined) return undefined;
  const paidBefore = standing.newAddressWait && (await listPaidBefore(db, [{ personId, address }])).has(personId);
  return refuseReceiver(standing, paidBefore);
}
