import type { PersonId, WalletId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import { verdict } from '../../chain/addresses/public.ts';
import { readTypedContact, type TypedContact } from '../../people/discovery/public.ts';
import type { SendingDeps } from './deps.ts';
import type { DraftLanes } from './draft-lanes.ts';
import type { SentTo } from './draft.ts';
import { examineAddress, type Examination } from './examine-address.ts';
import { readAddress } from './read-address.ts';
import type { SendFacts } from './send-facts.ts';

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

export type ExaminedReceiver = Examination & {
  readonly address: TronAddress;
  readonly sentTo: SentTo | null;
  /** What the database knows of a send to them. */
  readonly known: SendFacts;
};

type ExamineDeps = Pick<SendingDeps, 'chain' | 'limitQuestions' | 'findPerson'> & {
  readonly readFacts: DraftLanes['readFacts'];
};

/** What the database knows of a send as typed: of its receiver too, where an address was typed. */
export function readTypedFacts(readFacts: DraftLanes['readFacts'], typed: TypedReceiver): Promise<SendFacts> {
  const { personId, walletId, assetId, to } = typed;
  const parsed = parseAddress(to.trim());
  const receiver = 'address' in parsed ? { address: parsed.address, byContact: false } : null;
  return readFacts({ personId, walletId, assetId, receiver });
}

/**
 * Everything known about a receiver as typed: an address, or the phone number, e-mail address or username of somebody
 * who may be found by it. `facts` are those of `readTypedFacts`. Throws the problems of both.
 */
export async function examineReceiver(
  deps: ExamineDeps,
  facts: SendFacts,
  input: TypedReceiver,
): Promise<ExaminedReceiver> {
  const contact = readTypedContact(input.to);
  if (contact !== undefined) return examinePerson(deps, { ...input, contact });
  const address = readAddress(input.to);
  return { ...(await examineAddress(deps, facts, { ...input, address })), address, sentTo: null, known: facts };
}

/**
 * What is known of somebody who was found says nothing about their address: not whether the sender saved it, knows one
 * like it or has paid it.
 */
async function examinePerson(
  { readFacts, findPerson }: ExamineDeps,
  { personId, walletId, assetId, contact, ip }: TypedReceiver & { readonly contact: TypedContact },
): Promise<ExaminedReceiver> {
  const { address, shownName: name } = await findPerson({ searcherId: personId, contact, ip });
  const known = await readFacts({ personId, walletId, assetId, receiver: { address, byContact: true } });
  const verdicts = [verdict('person-here'), ...(known.paidBefore ? [] : [verdict('first-time-person')])];
  return {
    screening: { settlement: 'internal', receiverClass: 'internal', ownMove: false, verdicts },
    wallet: known.owner,
    facts: undefined,
    address,
    sentTo: { contact, name },
    known,
  };
}
