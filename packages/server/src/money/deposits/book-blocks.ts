import { crashPoint } from '@tern/base/crash-point';
import type { DepositId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JournalId } from '@tern/ledger/ids';
import type { AssetId } from '@tern/money/asset';
import { multiplyFloor } from '@tern/money/ratio';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts } from '@tern/tron/block-facts';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import { holdOpenWallets, listDisownedAmong } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { considerActivation, listActiveAmong, type ActivationDeps } from '../promotions/public.ts';
import {
  insertDeposits,
  insertQuarantined,
  selectBookedAmong,
  selectBookedOf,
  selectHoldingsEnd,
  takePendingAmong,
  takePendingUpTo,
  type NewDeposit,
} from './deposit-store.ts';
import {
  chooseDestination,
  inflowKey,
  quarantineOf,
  quarantineContradicted,
  quarantineUnordered,
  type BlockMovements,
  type Booking,
  type CustomerBooking,
  type ShownRecords,
  type SuspenseReason,
} from './deposit.ts';
import { explainSurpluses } from './explain-surpluses.ts';
import { keepHoldings } from './keep-holdings.ts';
import { listMoved, type ListMovedDeps } from './list-moved.ts';
import { markRecordsLost } from './mark-records-lost.ts';
import { isForCustomer, postInflows, type PostInflowsDeps } from './post-inflows.ts';
import type { TokenProof } from './prove-tokens.ts';
import type { AgreedBlock } from './read-agreed-block.ts';
import { rememberPrices } from './remember-prices.ts';
import { ScanFault } from './scan-fault.ts';
import {
  holdDeposits,
  screenInflows,
  type CreditedDeposit,
  type HeldInflows,
  type ScreenDepositsDeps,
} from './screen-deposits.ts';
import { showDeposits, type ShowDepositDeps } from './show-deposits.ts';
import { takeSmallBlocks, type SingleNodeRules } from './single-node-reading.ts';
import { holdingKey } from './token-changes.ts';
import { selectFrozenTokens } from './token-watch-store.ts';

export type BookBlocksDeps = ShowDepositDeps &
  ScreenDepositsDeps &
  Pick<ListMovedDeps, 'addressFilter'> &
  PostInflowsDeps & {
    /** Allow-list of token contracts. */
    readonly tokens: ReadonlyMap<TronAddress, AssetId>;
    /** Which of these transactions we ordered ourselves; each slice that sends to the chain knows its own. */
    readonly ownTransactions: readonly ListOwnTransactions[];
    /** Who pays in for the house; what anybody else sends to its own addresses waits in suspense. */
    readonly fundingSources: Pick<ReadonlySet<TronAddress>, 'has'>;
    readonly activation: ActivationDeps;
  };

export type ListOwnTransactions = (db: DbReader, txIds: readonly string[]) => Promise<readonly string[]>;

/** Something an operator should know of. Carries no names and no amounts. */
export type DepositReport = {
  readonly txId: string;
  readonly block: number;
  readonly outcome: 'suspense' | 'quarantined';
  readonly reason: SuspenseReason | QuarantineReason;
};

/** Solidified blocks in order, and what is known of them. */
export type BlocksToBook = {
  readonly blocks: readonly AgreedBlock[];
  readonly tokens: TokenProof;
  /** Addresses that the signer says are its own. */
  readonly affirmed: ReadonlySet<TronAddress>;
  /** Set where one node alone tells them, and how far its word is taken. */
  readonly singleNode?: Omit<SingleNodeRules, 'silence'> | undefined;
};

export type BookedBlocks = {
  /** The last of the blocks that is booked now; undefined where none could be on the word of one node. */
  readonly newest: BlockFacts | undefined;
  /** What an operator should know of. */
  readonly reports: readonly DepositReport[];
};

/**
 * Books everything these solidified blocks brought, in the caller's transaction. The number of statements does not grow
 * with the blocks nor with the deposits, apart from what was shown before and what activates somebody.
 */
export async function bookBlocks(
  tx: DbTx,
  deps: BookBlocksDeps,
  { blocks, tokens, affirmed, singleNode }: BlocksToBook,
): Promise<BookedBlocks> {
  const all = await findMovements(tx, deps, { blocks, tokens, affirmed });
  const holdingsEnd = await selectHoldingsEnd(tx);
  await checkStillThere(tx, all, holdingsEnd);
  const news = await leaveOutBooked(
    tx,
    all.flatMap(({ bookings: inBlock }) => inBlock),
  );
  const taken =
    singleNode === undefined
      ? blocks
      : await takeSmallBlocks(tx, { singleNode, findPrice: deps.findPrice }, { blocks, bookings: news });
  const newest = taken.at(-1);
  if (newest === undefined) return { newest, reports: [] };
  const found = all.filter(({ block }) => block.number <= newest.number);
  const explained = await explainSurpluses(
    tx,
    news.filter(({ block }) => block.number <= newest.number),
  );
  const { bookings } = explained;
  const shown = await takePendingAmong(
    tx,
    bookings.map(({ inflow }) => inflow),
  );
  const held = await screenInflows(
    tx,
    deps,
    bookings.filter(isForCustomer).map(({ inflow }) => inflow),
  );
  const journals = await postInflows(tx, deps, bookings);
  const rows = await creditPeople(tx, deps, { bookings, journals, shown, held });
  const depositIds = await insertDeposits(tx, rows);
  if (held.size > 0) await holdDeposits(tx, held, listCredited(rows, depositIds));
  await explained.settle(depositIds);
  await insertQuarantined(
    tx,
    found.flatMap(({ block, quarantine }) => quarantine.map((item) => ({ item, block }))),
  );
  await keepHoldings(
    tx,
    deps,
    found.filter(({ block }) => block.number > holdingsEnd),
  );
  await activatePeople(tx, deps, { bookings, depositIds });
  await markRecordsLost(tx, await takePendingUpTo(tx, newest.number));
  crashPoint('d2');
  return { newest, reports: [...found.flatMap(reportsOf), ...bookings.flatMap(reportReturned)] };
}

/** Forms that transactions of our own have too: delegations of energy, and the change of permissions that operators order. */
const ownForms: ReadonlySet<QuarantineReason> = new Set(['permission-change', 'unlisted-contract-form']);

async function findMovements(
  tx: DbTx,
  deps: BookBlocksDeps,
  { blocks, tokens: { proven, contradicted }, affirmed }: Omit<BlocksToBook, 'singleNode'>,
): Promise<readonly BlockMovements[]> {
  const moved = await listMoved(tx, deps, blocks);
  const disowned = await listDisownedAmong(
    tx,
    moved.flatMap(({ incoming }) => incoming.inflows.map(({ to }) => to)),
  );
  const receivers = moved.flatMap(({ incoming, owners }) => incoming.inflows.flatMap(({ to }) => owners.get(to) ?? []));
  const open = await holdOpenWallets(tx, [...new Set(receivers.map(({ id }) => id))]);
  const ordered = await listOrdered(
    tx,
    deps,
    moved.flatMap(({ outflows, incoming }) => {
      const own = incoming.quarantine.filter(({ reason }) => ownForms.has(reason));
      return [...outflows, ...incoming.inflows, ...own].map(({ txId }) => txId);
    }),
  );
  const frozen = await selectFrozenTokens(tx);
  const unshared = new Set(blocks.flatMap((block) => [...block.unshared]));
  return moved.map(({ block, arrived, outflows, incoming, issuerActs, owners }) => {
    // What we ordered ourselves is neither strange nor somebody else's doing.
    const odd = incoming.quarantine.filter(({ reason, txId }) => !ownForms.has(reason) || !ordered.has(txId));
    const { inflows, quarantine } = quarantineContradicted(
      quarantineUnordered({ ...incoming, quarantine: odd }, outflows, ordered),
      (inflow) =>
        inflow.kind === 'trc20' &&
        !ordered.has(inflow.txId) &&
        contradicted.has(holdingKey({ address: inflow.to, assetId: inflow.assetId })),
    );
    const bookings = inflows.map((inflow) => {
      const owner = owners.get(inflow.to);
      const destination = chooseDestination(inflow, {
        wallet: owner !== undefined && open.has(owner.id) ? owner : undefined,
        address: disowned.has(inflow.to) ? 'disowned' : affirmed.has(inflow.to) ? 'affirmed' : 'unproven',
        isHouseAddress: deps.houseAddresses.has(inflow.to),
        isFundingSource: deps.fundingSources.has(inflow.from),
        isOwnTransaction: ordered.has(inflow.txId),
        isShownByAll: !unshared.has(inflow.txId),
        frozen,
        tokenProven: inflow.kind !== 'trc20' || proven.has(holdingKey({ address: inflow.to, assetId: inflow.assetId })),
      });
      return { inflow, block, destination };
    });
    const aside = [...quarantine, ...issuerActs.map(quarantineOf)];
    return { block, arrived, bookings, quarantine: aside, outflows, issuerActs };
  });
}

/**
 * A cursor that was set back reads what is booked already: it changes nothing, and must say what the books say.
 * Throws `ScanFault` where it does not.
 */
async function leaveOutBooked(tx: DbTx, bookings: readonly Booking[]): Promise<readonly Booking[]> {
  const booked = await selectBookedAmong(
    tx,
    bookings.map(({ inflow }) => inflow),
  );
  return bookings.filter(({ inflow, block }) => {
    const known = booked.get(inflowKey(inflow));
    if (known === undefined) return true;
    if (known.assetId !== inflow.assetId || known.amount !== inflow.amount || known.to !== inflow.to) {
      throw new ScanFault('books-differ', `block ${block.number} tells ${inflowKey(inflow)} in another way`);
    }
    return false;
  });
}

/** What is booked of blocks that are read again must be in them still. Throws `ScanFault` where it is not. */
async function checkStillThere(tx: DbTx, movements: readonly BlockMovements[], holdingsEnd: number): Promise<void> {
  const again = movements.filter(({ block }) => block.number <= holdingsEnd);
  const [first, last] = [again.at(0)?.block, again.at(-1)?.block];
  if (first === undefined || last === undefined) return;
  const there = new Set(again.flatMap(({ arrived }) => arrived.map(inflowKey)));
  const lost = (await selectBookedOf(tx, { from: first.number, to: last.number })).find((key) => !there.has(key));
  if (lost !== undefined) throw new ScanFault('books-differ', `${lost} is booked and in no block any more`);
}

/** Those of the transactions that we ordered. */
export async function listOrdered(
  db: DbReader,
  { ownTransactions }: Pick<BookBlocksDeps, 'ownTransactions'>,
  txIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(txIds)];
  if (asked.length === 0) return new Set();
  const ordered = new Set<string>();
  for (const list of ownTransactions) for (const txId of await list(db, asked)) ordered.add(txId);
  return ordered;
}

type Posted = {
  readonly bookings: readonly Booking[];
  readonly journals: ReadonlyMap<string, JournalId>;
  readonly shown: ShownRecords;
  readonly held: HeldInflows;
};

/**
 * Shows people what they got, and takes back what had been shown of anything else; what only waits until its contract or
 * the signer is asked stays as it was shown, on its way. Returns the rows to store.
 */
async function creditPeople(
  tx: DbTx,
  deps: BookBlocksDeps,
  { bookings, journals, shown, held }: Posted,
): Promise<readonly NewDeposit[]> {
  const customers = bookings.filter(isForCustomer);
  const recordIds = await showDeposits(
    tx,
    deps,
    customers.map(({ inflow, block, destination: { wallet } }) => {
      const journalId = journals.get(inflowKey(inflow));
      const isHeld = held.has(inflowKey(inflow));
      return { inflow, block, wallet, isHeld, ...(journalId === undefined ? {} : { journalId }) };
    }),
  );
  const records = new Map(customers.map(({ inflow }, at) => [inflowKey(inflow), recordIds[at]]));
  const waiting = new Set(bookings.filter(isUnproven).map(({ inflow }) => inflowKey(inflow)));
  await markRecordsLost(
    tx,
    [...shown]
      .filter(([key, recordId]) => records.get(key) !== recordId && !waiting.has(key))
      .map(([, recordId]) => recordId),
  );
  await notifyPeople(
    tx,
    customers.map(({ destination: { wallet } }) => ({ personId: wallet.personId, topic: 'balances', ref: wallet.id })),
  );
  return bookings.map((booking) => {
    const key = inflowKey(booking.inflow);
    const [recordId, journalId] = [records.get(key), journals.get(key)];
    return {
      ...booking,
      ...(recordId === undefined ? {} : { recordId }),
      ...(journalId === undefined ? {} : { journalId }),
    };
  });
}

/** Those of the rows that credit somebody, with the ids they were stored under. */
function listCredited(rows: readonly NewDeposit[], depositIds: readonly DepositId[]): readonly CreditedDeposit[] {
  return rows.flatMap((row, at) => {
    const { recordId } = row;
    const depositId = depositIds[at];
    if (depositId === undefined || recordId === undefined || !isForCustomer(row)) return [];
    return [{ depositId, recordId, inflow: row.inflow, wallet: row.destination.wallet }];
  });
}

function isUnproven({ destination }: Booking): boolean {
  return (
    destination.to === 'suspense' &&
    (destination.reason === 'token-unproven' || destination.reason === 'address-unproven')
  );
}

type Activating = { readonly bookings: readonly Booking[]; readonly depositIds: readonly DepositId[] };

async function activatePeople(
  tx: DbTx,
  { activation }: BookBlocksDeps,
  { bookings, depositIds }: Activating,
): Promise<void> {
  const candidates = await listActivating(tx, activation, { bookings, depositIds });
  const active = new Set(
    await listActiveAmong(
      tx,
      candidates.map(({ booking }) => booking.destination.wallet.personId),
    ),
  );
  for (const { booking, depositId } of candidates) {
    const { inflow, block, destination } = booking;
    if (active.has(destination.wallet.personId)) continue;
    active.add(destination.wallet.personId);
    await considerActivation(tx, activation, {
      personId: destination.wallet.personId,
      walletId: destination.wallet.id,
      walletAddress: inflow.to,
      depositId,
      assetId: inflow.assetId,
      amount: inflow.amount,
      sourceAddress: block.transactions.find(({ txId }) => txId === inflow.txId)?.owner ?? inflow.from,
    });
    crashPoint('d4');
  }
}

/** Credits large enough to activate somebody, in the order of the chain. */
async function listActivating(
  tx: DbTx,
  { findPrice, minimum }: ActivationDeps,
  { bookings, depositIds }: Activating,
): Promise<readonly { readonly booking: CustomerBooking; readonly depositId: DepositId }[]> {
  const priceOf = rememberPrices(tx, findPrice);
  const candidates: { booking: CustomerBooking; depositId: DepositId }[] = [];
  for (const [at, booking] of bookings.entries()) {
    const depositId = depositIds[at];
    if (depositId === undefined || !isForCustomer(booking)) continue;
    const { assetId, amount } = booking.inflow;
    const price = await priceOf(assetId);
    if (price !== undefined && multiplyFloor(amount, price.ratio) >= minimum) candidates.push({ booking, depositId });
  }
  return candidates;
}

/** What was found after it, or what it was part of, had gone back to its sender. */
function reportReturned({ inflow: { txId }, block, destination }: Booking): DepositReport[] {
  return destination.to === 'suspense' && destination.reason === 'surplus-returned'
    ? [{ txId, block: block.number, outcome: 'suspense', reason: destination.reason }]
    : [];
}

function reportsOf({ block, bookings, quarantine }: BlockMovements): DepositReport[] {
  const suspended = bookings.flatMap(({ inflow: { txId }, destination }): DepositReport[] =>
    destination.to === 'suspense'
      ? [{ txId, block: block.number, outcome: 'suspense', reason: destination.reason }]
      : [],
  );
  const quarantined = quarantine.map(({ txId, reason }): DepositReport => {
    return { txId, block: block.number, outcome: 'quarantined', reason };
  });
  return [...suspended, ...quarantined];
}
