import { bytesToHex } from '@noble/hashes/utils.js';
import { units } from '@tern/money/units';
import type { TronAddress } from '../address.ts';
import type { EventLog, TransactionFacts } from '../block-facts.ts';
import { addressWord, amountWord } from '../token-call.ts';
import { transferTopic } from '../transfer-event.ts';

/** A Transfer event of a token contract, the first of its transaction. */
export function transferLog(event: {
  readonly contract: TronAddress;
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly amount: bigint;
}): EventLog {
  return {
    index: 0,
    contract: event.contract,
    topics: [transferTopic, bytesToHex(addressWord(event.from)), bytesToHex(addressWord(event.to))],
    data: bytesToHex(amountWord(event.amount)),
  };
}

/** What a receipt shows of a successful call of a contract that cost nothing and left nothing but `changes`. */
export function callFacts(
  changes: Partial<TransactionFacts> & Pick<TransactionFacts, 'owner' | 'contract'>,
): TransactionFacts {
  return {
    txId: 'aa'.repeat(32),
    kind: 'trigger',
    contractType: 'TriggerSmartContract',
    amountSun: units(0n),
    result: 'success',
    resultCode: 'SUCCESS',
    energyUsed: 0n,
    bandwidthUsed: 0n,
    feeSun: units(0n),
    logs: [],
    internal: [],
    ...changes,
  };
}
