import type { DraftId, PersonId, SessionId, WalletId } from '@tern/base/ids';
import type { RefusedListing } from '@tern/contracts/refused-addresses';
import type { DbTx } from '@tern/db/database';
import { listWalletAccounts, type WalletAccount } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { ActingPerson } from '../../people/accounts/public.ts';
import { listReceiverStandings, type ReceiverStanding } from '../../people/address-book/public.ts';
import { holdContacts, selectFound, type FoundPerson } from '../../people/discovery/public.ts';
import { listListings } from '../../people/screening/public.ts';
import { holdOpenSessions } from '../../people/sessions/public.ts';
import { holdOpenWallets, listWalletsAmong, type Wallet } from '../../people/wallets/public.ts';
import type { SendingDeps, SendingHold } from './deps.ts';
import { findDrafts } from './draft-store.ts';
import type { StoredDraft } from './draft.ts';
import { findLevelRooms, type LevelRoom } from './level-room.ts';
import { listHotAddresses, listPaidBefore, listPausedAssets, sumsOfLastDay } from './withdrawal-store.ts';

/** A draft as it was shown, and the session it is confirmed in. */
export type AskedConfirmation = { readonly draft: StoredDraft; readonly sessionId: SessionId };

/** What a set of confirmations is judged by, as it is in the transaction that does them. */
export type ConfirmationFacts = {
  readonly people: ReadonlyMap<PersonId, ActingPerson>;
  /** Those that are open, and stay so: whoever ends one comes before the send, or after it. */
  readonly openSessions: ReadonlySet<SessionId>;
  readonly drafts: ReadonlyMap<DraftId, StoredDraft>;
  readonly walletsById: ReadonlyMap<WalletId, Wallet>;
  readonly walletsByAddress: ReadonlyMap<TronAddress, Wallet>;
  /** Wallets here that somebody else is paid to: those that are open, and stay so until the transaction ends. */
  readonly openReceivers: ReadonlySet<WalletId>;
  /** By `accountKey`. */
  readonly accounts: ReadonlyMap<string, WalletAccount>;
  /** What people's own rules say about the address of their draft; who has no rule on is absent. */
  readonly standings: ReadonlyMap<PersonId, ReceiverStanding>;
  /** Whom the contacts of the drafts find now, and until the transaction ends. */
  readonly found: ReadonlyMap<DraftId, FoundPerson>;
  /** Holds on new addresses, and who of those held back by one or by a rule has paid the address of their draft before. */
  readonly holds: ReadonlyMap<PersonId, SendingHold>;
  readonly paidBefore: ReadonlySet<PersonId>;
  /** USDT-equivalent of the last 24 hours; none is absent. */
  readonly sentToday: ReadonlyMap<PersonId, Units>;
  /** What the levels of those who send to the chain let through; nobody where there are no levels. */
  readonly levelRooms: ReadonlyMap<PersonId, LevelRoom>;
  /** Asked for only where something goes to the chain. The address that pays now comes first. */
  readonly hotAddresses: readonly TronAddress[];
  readonly pausedAssets: ReadonlySet<AssetId>;
  /** The lists that have a receiver on the chain; who is on none is absent. */
  readonly listings: ReadonlyMap<string, readonly RefusedListing[]>;
};

export function accountKey(walletId: WalletId, asset: AssetId): string {
  return `${walletId} ${asset}`;
}

/**
 * Locks the people of these drafts, holds their sessions open and reads everything their confirmations depend on; the number of statements does not
 * grow with the drafts, but with the senders whose level has got a narrower limit. The people come first: their limits are counted one send after the other, and a freeze waits or wins.
 */
export async function readConfirmationFacts(
  tx: DbTx,
  { factors }: Pick<SendingDeps, 'factors'>,
  confirmations: readonly AskedConfirmation[],
): Promise<ConfirmationFacts> {
  const shown = confirmations.map(({ draft }) => draft);
  const people = await factors.lockPeople(
    tx,
    shown.map(({ personId }) => personId),
  );
  const openSessions = await holdOpenSessions(
    tx,
    confirmations.map(({ sessionId }) => sessionId),
  );
  const drafts = await findDrafts(tx, shown);
  const sends = shown.filter(({ ownMove }) => !ownMove);
  const senders = sends.map(({ personId }) => personId);
  const standings = await listReceiverStandings(
    tx,
    sends.map(({ personId, toAddress }) => ({ personId, address: toAddress })),
  );
  const holds = senders.length === 0 ? new Map<PersonId, SendingHold>() : await factors.findHolds(tx, senders);
  const held = shown.filter(({ personId }) => holds.has(personId) || standings.get(personId)?.newAddressWait === true);
  const openReceivers = await holdOpenWallets(
    tx,
    sends.flatMap(({ receiverWalletId }) => receiverWalletId ?? []),
  );
  const wallets = await listWalletsAmong(tx, {
    ids: shown.map(({ walletId }) => walletId),
    addresses: shown.map(({ toAddress }) => toAddress),
  });
  const accounts = await listWalletAccounts(
    tx,
    wallets.map(({ id }) => id),
    { assets: shown.map(({ assetId }) => assetId) },
  );
  const chainSends = shown.filter(({ settlement }) => settlement === 'chain');
  const toChain = chainSends.length > 0;
  return {
    people,
    openSessions,
    drafts,
    walletsById: new Map(wallets.map((wallet) => [wallet.id, wallet])),
    walletsByAddress: new Map(wallets.map((wallet) => [wallet.address, wallet])),
    openReceivers,
    accounts: new Map(accounts.map((account) => [accountKey(account.walletId, account.asset), account])),
    standings,
    found: await readFound(tx, shown),
    holds,
    paidBefore:
      held.length === 0
        ? new Set()
        : await listPaidBefore(
            tx,
            held.map(({ personId, toAddress, sentTo }) => ({
              personId,
              address: toAddress,
              byContact: sentTo !== null,
            })),
          ),
    sentToday: senders.length === 0 ? new Map() : await sumsOfLastDay(tx, senders),
    levelRooms: await findLevelRooms(tx, chainSends),
    hotAddresses: toChain ? await listHotAddresses(tx) : [],
    pausedAssets: toChain ? await listPausedAssets(tx) : new Set(),
    listings: await listListings(
      tx,
      shown.flatMap(({ settlement, toAddress }) => (settlement === 'chain' ? toAddress : [])),
    ),
  };
}

async function readFound(tx: DbTx, drafts: readonly StoredDraft[]): Promise<ConfirmationFacts['found']> {
  const searches = drafts.flatMap(({ id, personId, sentTo }) =>
    sentTo === null ? [] : [{ id, searcherId: personId, contact: sentTo.contact }],
  );
  if (searches.length === 0) return new Map();
  await holdContacts(tx, searches);
  const found = await selectFound(tx, searches);
  return new Map(
    searches.flatMap(({ id }, at) => {
      const person = found[at];
      return person === undefined ? [] : [[id, person] as const];
    }),
  );
}
