import type { RecordId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts, TransactionFacts } from '@tern/tron/block-facts';
import { listInflows, type Inflow, type InflowRules, type QuarantinedItem } from '@tern/tron/list-inflows';
import { listIssuerActs, type IssuerAct } from '@tern/tron/list-issuer-acts';
import { listOutflows, type Outflow } from '@tern/tron/list-outflows';
import type { WalletOwner } from '../../people/wallets/public.ts';

/**
 * Life of a deposit: observed in a head block (display only) → solidified → credited. Only the last step moves money,
 * and it happens once: (txId, kind, index) is its key for ever.
 */
export type ChainInflow = Omit<Inflow, 'kind'> & { readonly kind: 'trx' | 'trc20' | 'internal' };

/** What names an inflow, in the database and everywhere else. */
export type InflowKey = Pick<ChainInflow, 'txId' | 'kind' | 'index'>;

/** Where a solidified inflow goes in the ledger. `own`: our own transaction, booked by whoever sent it. */
export type Destination =
  | { readonly to: 'customer'; readonly wallet: WalletOwner }
  | { readonly to: 'treasury' }
  | { readonly to: 'suspense'; readonly reason: SuspenseReason }
  | { readonly to: 'own' };

/**
 * `unassigned-address`: ours, but nobody's · `contract-transfer`: TRX from a contract that not every node shows ·
 * `token-frozen`: its contract contradicts its events · `token-unproven`: its contract could not be asked
 * in time, and will be · `unknown-sender`: to the house, and not from where the house pays in from · `surplus-returned`: it
 * was part of a surplus that is back at its sender, or on its way there · `address-disowned`: the signer says that the address
 * is not its own · `address-unproven`: the signer could not be asked whose it is, and will be.
 */
export const suspenseReasons = [
  'unassigned-address',
  'contract-transfer',
  'token-frozen',
  'token-unproven',
  'unknown-sender',
  'surplus-returned',
  'address-disowned',
  'address-unproven',
] as const;
export type SuspenseReason = (typeof suspenseReasons)[number];

/** One inflow on its way into the books. */
export type Booking<To extends Destination = Destination> = {
  readonly inflow: ChainInflow;
  readonly block: BlockFacts;
  readonly destination: To;
};

export type CustomerBooking = Booking<Extract<Destination, { to: 'customer' }>>;

/** Records that were shown while inflows were on their way, by `inflowKey`. */
export type ShownRecords = ReadonlyMap<string, RecordId>;

export type BlockInflows = {
  readonly inflows: readonly ChainInflow[];
  readonly quarantine: readonly QuarantinedItem[];
};

/** What moves in one block, with where each inflow goes. */
export type BlockMovements = {
  readonly block: BlockFacts;
  /** All that arrived, whatever is made of it. */
  readonly arrived: readonly ChainInflow[];
  readonly bookings: readonly Booking[];
  readonly quarantine: readonly QuarantinedItem[];
  readonly outflows: readonly Outflow[];
  readonly issuerActs: readonly IssuerAct[];
};

/** Everything a block brings to our addresses, TRX sent by contracts included. */
export function findInflows(block: BlockFacts, rules: InflowRules): BlockInflows {
  const { inflows, quarantine } = listInflows(block, rules);
  const transactions = new Map(block.transactions.map((transaction) => [transaction.txId, transaction]));
  const odd: QuarantinedItem[] = [];
  const found: ChainInflow[] = [...inflows];
  for (const item of quarantine) {
    const internal = readInternal(item, transactions.get(item.txId));
    if (internal === undefined) odd.push(item);
    else found.push(internal);
  }
  return { inflows: found, quarantine: odd };
}

function readInternal(item: QuarantinedItem, transaction: TransactionFacts | undefined): ChainInflow | undefined {
  if (item.reason !== 'internal-transfer' || transaction?.result !== 'success') return undefined;
  const move = transaction.internal.find(({ index }) => index === item.index);
  if (move === undefined) return undefined;
  const { txId, index, to } = item;
  return { txId, kind: 'internal', index, assetId: 'trx', from: move.from, to, amount: move.amountSun };
}

/** Every address that money of the block comes from or goes to: the ones worth looking up among ours. */
export function listParties(blocks: readonly BlockFacts[], tokens: InflowRules['tokens']): TronAddress[] {
  const asked = new Set<TronAddress>();
  const rules = { ownAddresses: { has: (address: TronAddress) => (asked.add(address), false) }, tokens };
  for (const block of blocks) {
    listInflows(block, rules);
    listOutflows(block, rules);
    listIssuerActs(block, rules);
  }
  return [...asked];
}

/**
 * Takes out what came in a transaction that took something from us without our order: such a transaction proves nothing
 * but that a key of ours is in other hands, and what it moves among our addresses is not new money.
 */
export function quarantineUnordered(
  { inflows, quarantine }: BlockInflows,
  outflows: readonly Outflow[],
  ordered: ReadonlySet<string>,
): BlockInflows {
  const unordered = outflows.filter(({ txId }) => !ordered.has(txId));
  if (unordered.length === 0) return { inflows, quarantine };
  const suspects = new Set(unordered.map(({ txId }) => txId));
  const reason = 'unknown-outflow' as const;
  const named = new Set(quarantine.filter((item) => item.reason === 'permission-change').map(({ txId }) => txId));
  return {
    inflows: inflows.filter(({ txId }) => !suspects.has(txId)),
    quarantine: [
      ...quarantine,
      ...unordered
        .filter(({ txId }) => !named.has(txId))
        .map(({ txId, index, from, subject, amount }) => {
          return { txId, kind: 'outflow' as const, index, to: from, reason, subject, amount };
        }),
      ...inflows
        .filter(({ txId }) => suspects.has(txId))
        .map(({ txId, kind, index, to, assetId, amount }) => {
          return { txId, kind, index, to, reason, subject: assetId, amount };
        }),
    ],
  };
}

/** Takes out the tokens whose contract says that they did not arrive as their events tell. */
export function quarantineContradicted(
  { inflows, quarantine }: BlockInflows,
  isContradicted: (inflow: ChainInflow) => boolean,
): BlockInflows {
  const reason = 'contradicted-event' as const;
  return {
    inflows: inflows.filter((inflow) => !isContradicted(inflow)),
    quarantine: [
      ...quarantine,
      ...inflows.filter(isContradicted).map(({ txId, kind, index, to, assetId, amount }) => {
        return { txId, kind, index, to, reason, subject: assetId, amount };
      }),
    ],
  };
}

/** An operator has to know; nothing else follows from it by itself. */
export function quarantineOf({
  txId,
  index,
  act,
  assetId,
  contract,
  address = contract,
  amount,
}: IssuerAct): QuarantinedItem {
  const item = { txId, kind: 'issuer', index, to: address, reason: 'issuer-act', subject: act, assetId } as const;
  return amount === undefined ? item : { ...item, amount };
}

export type DestinationFacts = {
  /** Whose address it is; undefined where it is nobody's. */
  readonly wallet: WalletOwner | undefined;
  /** Whether the signer has affirmed the address, has disowned it, or has not said. */
  readonly address: 'affirmed' | 'disowned' | 'unproven';
  readonly isHouseAddress: boolean;
  /** Whether it comes from where the house pays in from. */
  readonly isFundingSource: boolean;
  readonly isOwnTransaction: boolean;
  /** Whether every node shows it that was asked; only internal transactions can be shown by some. */
  readonly isShownByAll: boolean;
  readonly frozen: ReadonlySet<AssetId>;
  /** Whether its contract agrees with its events up to the block the books end with now; always where it is no token. */
  readonly tokenProven: boolean;
};

/** Pure: decides once, from facts of the same database transaction, whose money an inflow is. */
export function chooseDestination(inflow: ChainInflow, around: DestinationFacts): Destination {
  if (around.isOwnTransaction) return { to: 'own' };
  // Before anything that can be settled by itself later.
  if (!around.isHouseAddress && around.address === 'disowned') return { to: 'suspense', reason: 'address-disowned' };
  if (inflow.kind === 'internal' && !around.isShownByAll) return { to: 'suspense', reason: 'contract-transfer' };
  if (around.frozen.has(inflow.assetId)) return { to: 'suspense', reason: 'token-frozen' };
  if (around.isHouseAddress) {
    return around.isFundingSource ? { to: 'treasury' } : { to: 'suspense', reason: 'unknown-sender' };
  }
  if (around.wallet === undefined) return { to: 'suspense', reason: 'unassigned-address' };
  if (!around.tokenProven) return { to: 'suspense', reason: 'token-unproven' };
  if (around.address === 'unproven') return { to: 'suspense', reason: 'address-unproven' };
  return { to: 'customer', wallet: around.wallet };
}

export function inflowKey({ txId, kind, index }: InflowKey): string {
  return `${txId}:${kind}:${index}`;
}

/**
 * Names the record of an inflow. Its content is part of the name: a transaction that another branch of the chain
 * executes differently is another event to the person.
 */
export function recordSourceId(inflow: Omit<ChainInflow, 'from' | 'to'>): string {
  return `${inflowKey(inflow)}:${inflow.assetId}:${inflow.amount}`;
}
