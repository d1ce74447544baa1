import { assert } from '@tern/base/assert';
import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { listWalletAccounts } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { findPrices, type Price } from '../../chain/prices/public.ts';
import {
  listAddressEntriesOf,
  listReceiverStandings,
  type ReceiverStanding,
} from '../../people/address-book/public.ts';
import type { SendingFactors } from '../../people/factors/public.ts';
import type { TermsReader } from '../../people/terms/public.ts';
import { listOwnersAmong, listWalletsOf, type Wallet, type WalletOwner } from '../../people/wallets/public.ts';
import type { SendingDeps, SendingHold } from './deps.ts';
import { listHotAddresses, listPaidBefore, listPausedAssets, listSentTo, sumsOfLastDay } from './withdrawal-store.ts';

/** Who is about to send what, and to whom, where that is known already. */
export type AskedSend = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly assetId: AssetId;
  readonly receiver: { readonly address: TronAddress; readonly byContact: boolean } | null;
};

/** What the database knows about a send before there is a draft. Where no receiver is known, nothing speaks against one. */
export type SendFacts = {
  /** The paying wallet; undefined where it is not the person's. */
  readonly payer: Wallet | undefined;
  readonly factors: SendingFactors;
  /** Addresses of the person's own wallets. */
  readonly own: readonly string[];
  /** Whose the receiving address is here; undefined for one that is nobody's. */
  readonly owner: WalletOwner | undefined;
  /** Whether the address is the house's, or waits in the pool. */
  readonly isHouse: boolean;
  /** Where the person sent to before, newest first; asked for only where an address was typed, as the book is. */
  readonly sentTo: readonly string[];
  readonly book: readonly { readonly address: string; readonly label: string }[];
  /** What the person's own rules say about the address; undefined where none is on. */
  readonly standing: ReceiverStanding | undefined;
  readonly hold: SendingHold | undefined;
  /** Whether the receiver was paid before, named in the same way; asked for only where it matters. */
  readonly paidBefore: boolean;
  /** The address the house pays from now. */
  readonly hotAddress: TronAddress | undefined;
  /** Of the sent asset and of TRX, which the network's fee is paid in. */
  readonly prices: ReadonlyMap<AssetId, Price>;
  /** Whether the asset is not sent to the chain now. */
  readonly paused: boolean;
  readonly terms: Awaited<ReturnType<TermsReader['getCurrent']>>;
  /** USDT-equivalent of the last 24 hours. */
  readonly sentToday: Units;
  /** What the wallet can send of the asset. */
  readonly available: Units;
};

/**
 * Reads what several sends depend on, one of each person; answers for each in their order. The number of statements does
 * not grow with them. Locks nothing: what others can change is looked at again at the confirmation.
 */
export async function readSendFacts(
  db: DbReader,
  { factors, terms }: Pick<SendingDeps, 'factors' | 'terms'>,
  asked: readonly AskedSend[],
): Promise<readonly SendFacts[]> {
  const people = asked.map(({ personId }) => personId);
  const facts = {
    factors: await factors.listFactors(db, people),
    wallets: Map.groupBy(await listWalletsOf(db, people), ({ personId }) => personId),
    receivers: await readReceivers(db, factors, asked),
    hotAddresses: await listHotAddresses(db),
    prices: await findPrices(db, [...new Set<AssetId>([...asked.map(({ assetId }) => assetId), 'trx'])]),
    paused: await listPausedAssets(db),
    terms: await terms.getCurrent(db),
    sentToday: await sumsOfLastDay(db, people),
    accounts: await listWalletAccounts(
      db,
      asked.map(({ walletId }) => walletId),
      { assets: asked.map(({ assetId }) => assetId) },
    ),
  };
  const available = new Map(facts.accounts.map((each) => [`${each.walletId} ${each.asset}`, each.available]));
  return asked.map(({ personId, walletId, assetId, receiver }, at): SendFacts => {
    const own = facts.wallets.get(personId) ?? [];
    const bound = facts.factors[at];
    assert(bound !== undefined, 'each person is answered');
    return {
      payer: own.find(({ id }) => id === walletId),
      factors: bound,
      own: own.map(({ address }) => address),
      ...receiverFacts(facts, personId, receiver),
      hotAddress: facts.hotAddresses[0],
      prices: facts.prices,
      paused: facts.paused.has(assetId),
      terms: facts.terms,
      sentToday: facts.sentToday.get(personId) ?? zero,
      available: available.get(`${walletId} ${assetId}`) ?? zero,
    };
  });
}

type Receivers = {
  /** Of the addresses of ours, each with its wallet; undefined for one that waits in the pool. */
  readonly owners: ReadonlyMap<TronAddress, WalletOwner | undefined>;
  readonly sentTo: ReadonlyMap<PersonId, readonly string[]>;
  readonly books: ReadonlyMap<PersonId, SendFacts['book']>;
  readonly standings: ReadonlyMap<PersonId, ReceiverStanding>;
  readonly holds: ReadonlyMap<PersonId, SendingHold>;
  readonly paidBefore: ReadonlySet<PersonId>;
};

async function readReceivers(
  db: DbReader,
  factors: SendingDeps['factors'],
  asked: readonly AskedSend[],
): Promise<Receivers> {
  const pairs = asked.flatMap(({ personId, receiver }) => (receiver === null ? [] : { personId, ...receiver }));
  const people = pairs.map(({ personId }) => personId);
  if (pairs.length === 0) return noReceivers;
  const typed = pairs.filter(({ byContact }) => !byContact).map(({ personId }) => personId);
  const owners = await listOwnersAmong(
    db,
    pairs.map(({ address }) => address),
  );
  const [standings, holds] = [await listReceiverStandings(db, pairs), await factors.findHolds(db, people)];
  const known = pairs.filter(
    ({ personId, byContact }) => byContact || holds.has(personId) || standings.get(personId)?.newAddressWait === true,
  );
  return {
    owners,
    standings,
    holds,
    sentTo: typed.length === 0 ? new Map() : await listSentTo(db, typed),
    books: typed.length === 0 ? new Map() : await listAddressEntriesOf(db, typed),
    paidBefore: known.length === 0 ? new Set() : await listPaidBefore(db, known),
  };
}

const noReceivers: Receivers = {
  owners: new Map(),
  sentTo: new Map(),
  books: new Map(),
  standings: new Map(),
  holds: new Map(),
  paidBefore: new Set(),
};

function receiverFacts(
  { receivers, hotAddresses }: { readonly receivers: Receivers; readonly hotAddresses: readonly TronAddress[] },
  personId: PersonId,
  receiver: AskedSend['receiver'],
): Pick<SendFacts, 'owner' | 'isHouse' | 'sentTo' | 'book' | 'standing' | 'hold' | 'paidBefore'> {
  const address = receiver?.address;
  const owner = address && receivers.owners.get(address);
  // An address that waits in the pool is nobody's yet: what is sent there would belong to the house.
  const isPooled = address !== undefined && owner === undefined && receivers.owners.has(address);
  return {
    owner,
    isHouse: isPooled || (address !== undefined && hotAddresses.includes(address)),
    sentTo: receivers.sentTo.get(personId) ?? [],
    book: receivers.books.get(personId) ?? [],
    standing: receivers.standings.get(personId),
    hold: receivers.holds.get(personId),
    paidBefore: receivers.paidBefore.has(personId),
  };
}
