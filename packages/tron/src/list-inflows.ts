import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { BlockFacts, EventLog, TransactionFacts } from './block-facts.ts';
import { findMentionedAddress, findTransferEvent, transferTopic } from './transfer-event.ts';

/** Money that arrived at one of our addresses. (txId, kind, index) is its key for ever. */
export type Inflow = {
  readonly txId: string;
  readonly kind: 'trx' | 'trc20';
  /** 0 for TRX; position of the event in its receipt for TRC-20. */
  readonly index: number;
  readonly assetId: AssetId;
  /** Whose coins moved, for display only: it never identifies a person. */
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly amount: Units;
};

export type QuarantineReason =
  | 'unclear-result'
  | 'unlisted-token'
  | 'malformed-event'
  | 'internal-transfer'
  | 'trc10'
  | 'unlisted-contract-form'
  | 'permission-change'
  /** Signed with a key of ours, or taking tokens from us, without an order of ours. */
  | 'unknown-outflow'
  /** The issuer of a listed token blocked, paused, replaced or destroyed something that concerns us. */
  | 'issuer-act'
  /** An event of a listed token that its own contract contradicts. */
  | 'contradicted-event'
  /** More than any token has units: no supply reaches it, and sums of such amounts leave every column's range. */
  | 'implausible-amount';

/** Something that touches one of our addresses and is not plainly a credit: an operator looks, nothing is dropped. */
export type QuarantinedItem = {
  readonly txId: string;
  readonly kind: 'trx' | 'trc20' | 'trc10' | 'internal' | 'other' | 'outflow' | 'issuer';
  readonly index: number;
  readonly to: TronAddress;
  readonly reason: QuarantineReason;
  /** Contract address, TRC-10 id or contract form, whichever says what it was. */
  readonly subject: string;
  readonly amount?: Units;
  /** Of `issuer`: the token. */
  readonly assetId?: AssetId;
};

export type InflowRules = {
  readonly ownAddresses: { readonly has: (address: TronAddress) => boolean };
  /** Allow-list by contract address. A token's own name and symbol are never read. */
  readonly tokens: ReadonlyMap<TronAddress, AssetId>;
};

/**
 * Lists what a block brings to our addresses: `inflows` are plain credits, `quarantine` is what touches our addresses
 * in any other way and waits for an operator. It reads nothing else and never throws, so the same block gives the same
 * lists however often it is read. TRX need a successful TransferContract; a token needs a successful transaction with
 * an exact Transfer event of a listed contract, whose value counts, not the call data's. Zero values and failed
 * transactions bring nothing. Amounts are in base units, of TRX in sun. Credit only blocks of the `solid` view
 * (docs/decisions/0003-credit-at-solidification.md).
 *
 * @example
 * const { inflows, quarantine } = listInflows({ transactions: [payment] }, rules);
 * inflows;
 * // → [{ txId: payment.txId, kind: 'trc20', index: 0, assetId: 'usdt', from: alice, to: bob, amount: 5_000_000n }]
 * quarantine; // → []
 * const unlisted = listInflows({ transactions: [payment] }, { ...rules, tokens: new Map() });
 * unlisted.inflows; // → []
 * unlisted.quarantine.map(({ reason }) => reason); // → ['unlisted-token']
 */
export function listInflows(
  block: Pick<BlockFacts, 'transactions'>,
  rules: InflowRules,
): { readonly inflows: readonly Inflow[]; readonly quarantine: readonly QuarantinedItem[] } {
  const inflows: Inflow[] = [];
  const quarantine: QuarantinedItem[] = [];
  for (const transaction of block.transactions) {
    if (transaction.result === 'failed') continue;
    const found = transaction.kind === 'transfer' ? [readTrx(transaction, rules)] : readOther(transaction, rules);
    for (const item of [...found, ...readEvents(transaction, rules), ...readInternal(transaction, rules)]) {
      if (item === undefined) continue;
      if ('reason' in item) quarantine.push(item);
      else if (transaction.result === 'success') inflows.push(item);
      else
        quarantine.push({
          ...keyOf(item),
          to: item.to,
          reason: 'unclear-result',
          subject: item.assetId,
          amount: item.amount,
        });
    }
  }
  return { inflows, quarantine };
}

type Found = Inflow | QuarantinedItem | undefined;

const amountMax = 2n ** 128n;

function keyOf({ txId, kind, index }: Inflow): Pick<Inflow, 'txId' | 'kind' | 'index'> {
  return { txId, kind, index };
}

function readTrx({ txId, owner, to, amountSun }: TransactionFacts, { ownAddresses }: InflowRules): Found {
  if (owner === undefined || to === undefined || !ownAddresses.has(to) || amountSun === 0n) return undefined;
  return { txId, kind: 'trx', index: 0, assetId: 'trx', from: owner, to, amount: amountSun };
}

function readOther(transaction: TransactionFacts, { ownAddresses }: InflowRules): readonly Found[] {
  const { txId, kind, contractType, owner, to, token } = transaction;
  if (kind === 'trigger') return [];
  if (contractType === 'AccountPermissionUpdateContract' && owner !== undefined && ownAddresses.has(owner)) {
    return [{ txId, kind: 'other', index: 0, to: owner, reason: 'permission-change', subject: contractType }];
  }
  if (to === undefined || !ownAddresses.has(to)) return [];
  return token === undefined
    ? [{ txId, kind: 'other', index: 0, to, reason: 'unlisted-contract-form', subject: contractType }]
    : [{ txId, kind: 'trc10', index: 0, to, reason: 'trc10', subject: token.id, amount: token.amount }];
}

function readEvents({ txId, logs }: TransactionFacts, rules: InflowRules): readonly Found[] {
  return logs.map((log) => readEvent(txId, log, rules));
}

function readEvent(txId: string, log: EventLog, { ownAddresses, tokens }: InflowRules): Found {
  if (log.topics[0] !== transferTopic) return undefined;
  const { index, contract } = log;
  const event = findTransferEvent(log);
  const assetId = tokens.get(contract);
  if (event !== undefined) {
    if (!ownAddresses.has(event.to) || event.amount === 0n) return undefined;
    const { from, to, amount } = event;
    const odd = { txId, kind: 'trc20', index, to, subject: contract, amount } as const;
    if (assetId === undefined) return { ...odd, reason: 'unlisted-token' };
    if (amount >= amountMax) return { ...odd, reason: 'implausible-amount' };
    return { txId, kind: 'trc20', index, assetId, from, to, amount };
  }
  const to = [...log.topics.slice(1), ...(log.data.match(/.{64}/g) ?? [])]
    .map(findMentionedAddress)
    .find((address) => address !== undefined && ownAddresses.has(address));
  return to === undefined
    ? undefined
    : { txId, kind: 'trc20', index, to, reason: 'malformed-event', subject: contract };
}

function readInternal({ txId, internal }: TransactionFacts, { ownAddresses }: InflowRules): readonly Found[] {
  return internal
    .filter((move) => !move.rejected && move.amountSun > 0n && ownAddresses.has(move.to))
    .map((move) => ({
      txId,
      kind: 'internal' as const,
      index: move.index,
      to: move.to,
      reason: move.tokenId === undefined ? ('internal-transfer' as const) : ('trc10' as const),
      subject: move.tokenId ?? 'trx',
      amount: move.amountSun,
    }));
}
