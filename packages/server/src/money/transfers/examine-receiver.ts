import type { PersonId, WalletId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { verdict } from '../../chain/addresses/public.ts';
import { readTypedContact, type TypedContact } from '../../people/discovery/public.ts';
import { findWalletByAddress } from '../../people/wallets/public.ts';
import type { SendingDeps } from './deps.ts';
import type { SentTo } from './draft.ts';
import { examineAddress, type Examination } from './examine-address.ts';
import { readAddress } from './read-address.ts';
import { listPaidBefore } from './withdrawal-store.ts';

/** A receiver as somebody typed it, and from where. */
export type TypedReceiver = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly assetId: AssetId;
  /** An address, or a phone number, e-mail address or username. */
  readonly to: string;
  /** Where the request came from: looking for people is counted there too. */
  readonly ip: string;
};

export type ExaminedReceiver = Examination & { readonly address: TronAddress; readonly sentTo: SentTo | null };

/**
 * Everything known about a receiver as typed: an address, or the phone number, e-mail address or username of somebody
 * who may be found by it. Throws the problems of both.
 */
export async function examineReceiver(
  deps: Pick<SendingDeps, 'db' | 'chain' | 'limitQuestions' | 'findPerson'>,
  input: TypedReceiver,
): Promise<ExaminedReceiver> {
  const contact = readTypedContact(input.to);
  if (contact !== undefined) return examinePerson(deps, { ...input, contact });
  const address = readAddress(input.to);
  return { ...(await examineAddress(deps, { ...input, address })), address, sentTo: null };
}

/**
 * What is known of somebody who was found says nothing about their address: not whether the sender saved it, knows one
 * like it or has paid it.
 */
async function examinePerson(
  { db, findPerson }: Pick<SendingDeps, 'db' | 'findPerson'>,
  { personId, contact, ip }: { readonly personId: PersonId; readonly contact: TypedContact; readonly ip: string },
): Promise<ExaminedReceiver> {
  const found = await findPerson({ searcherId: personId, contact, ip });
  const { address, shownName: name } = found;
  const paidBefore = await listPaidBefore(db.kysely, [{ personId, address, byContact: true }]);
  const verdicts = [verdict('person-here'), ...(paidBefore.has(personId) ? [] : [verdict('first-time-person')])];
  return {
    screening: { settlement: 'internal', receiverClass: 'internal', ownMove: false, verdicts },
    wallet: await findWalletByAddress(db.kysely, address),
    facts: undefined,
    address,
    sentTo: { contact, name },
  };
}
