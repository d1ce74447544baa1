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
 * What a block shows leaving our addresses, so that the caller can ask whether we ordered it. A failed transaction
 * counts: it was signed with our key and cost a fee. Events of values of zero do not: anybody may cause those.
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
