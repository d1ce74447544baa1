import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { BlockFacts, TransactionFacts } from './block-facts.ts';
import type { InflowRules } from './list-inflows.ts';
import { findTransferEvent } from './transfer-event.ts';

/** Something that left one of our addresses, or was signed with its key. */
export type Outflow = {
  readonly txId: string;
  /** 0 for what the transaction itself does; position of the event in its receipt, counted from 1, for tokens. */
  readonly index: number;
  readonly from: TronAddress;
  /** Contract form, or the token's contract. */
  readonly subject: string;
  /** The token that moved; absent for what the transaction itself does. */
  readonly assetId?: AssetId;
  readonly amount: Units;
};

/**
 * Lists what a block shows leaving our addresses, so that the caller can ask whether we ordered it
 * (docs/decisions/0038-what-leaves-without-an-order.md): every transaction that an address of ours signed, and every
 * Transfer event of a listed token that takes from one. A failed transaction counts, because it was signed with our key
 * and cost a fee. Events of values of zero do not: anybody may cause those. It never throws.
 *
 * @example
 * listOutflows({ transactions: [payment] }, { ...rules, ownAddresses: new Set([alice]) });
 * // → [
 * //     { txId: payment.txId, index: 0, from: alice, subject: 'TriggerSmartContract', amount: 0n },
 * //     { txId: payment.txId, index: 1, from: alice, subject: usdt, assetId: 'usdt', amount: 5_000_000n },
 * //   ]
 * listOutflows({ transactions: [payment] }, rules); // → []
 */
export function listOutflows(block: Pick<BlockFacts, 'transactions'>, rules: InflowRules): readonly Outflow[] {
  return block.transactions.flatMap((transaction) => [
    ...listSigned(transaction, rules),
    ...listTaken(transaction, rules),
  ]);
}

function listSigned({ txId, owner, contractType, amountSun }: TransactionFacts, rules: InflowRules): Outflow[] {
  if (owner === undefined || !rules.ownAddresses.has(owner)) return [];
  return [{ txId, index: 0, from: owner, subject: contractType, amount: amountSun }];
}

function listTaken({ txId, result, logs }: TransactionFacts, { ownAddresses, tokens }: InflowRules): Outflow[] {
  if (result === 'failed') return [];
  return logs.flatMap((log) => {
    const assetId = tokens.get(log.contract);
    const event = assetId === undefined ? undefined : findTransferEvent(log);
    if (assetId === undefined || event === undefined) return [];
    if (event.amount === 0n || !ownAddresses.has(event.from)) return [];
    return [{ txId, index: log.index + 1, from: event.from, subject: log.contract, assetId, amount: event.amount }];
  });
}
