import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { TransactionFacts } from '@tern/tron/block-facts';
import type { ExpectedPayment } from '@tern/tron/judge-payment';
import { findTransferEvent } from '@tern/tron/transfer-event';

export type ReceiptEvent = { readonly from: string; readonly to: string; readonly amount: string };

/**
 * A receipt in an irreversible block that shows neither the ordered payment nor a failure, as every node told it. The
 * machinery stops there: two operators who agree either take it as paid or give everything back.
 */
export type UnexpectedReceipt = {
  readonly withdrawalId: WithdrawalId;
  readonly number: number;
  readonly blockNumber: number;
  readonly blockId: string;
  readonly blockTime: Date;
  /** What is unexpected about it. */
  readonly detail: string;
  /** What the hot wallet lost of the asset by the receipt's own events, in base units; negative where it won. */
  readonly outflow: bigint;
  readonly feeSun: bigint;
  readonly energyUsed: number;
  /** In bytes. */
  readonly bandwidthUsed: number;
  /** The token's Transfer events, amounts in base units. */
  readonly events: readonly ReceiptEvent[];
};

export type ReceiptDecision = 'settle' | 'return';

export type DecidedReceipt = {
  readonly operatorId: OperatorId;
  readonly decision: ReceiptDecision;
  readonly reason: string;
  readonly at: Date;
};

/** The Transfer events of the payment's token in a receipt; none for TRX. */
export function listEvents(facts: TransactionFacts, expected: ExpectedPayment): readonly ReceiptEvent[] {
  if (expected.kind === 'trx') return [];
  return facts.logs
    .filter((log) => log.contract === expected.contract)
    .flatMap((log) => {
      const event = findTransferEvent(log);
      return event === undefined ? [] : [{ from: event.from, to: event.to, amount: event.amount.toString() }];
    });
}

/** What the owner of a payment lost of its asset by the receipt: what the events say, or the TRX of a plain transfer. */
export function sumOutflow(facts: TransactionFacts, expected: ExpectedPayment): bigint {
  const { owner } = expected;
  if (expected.kind === 'trx') return facts.owner === owner && facts.to !== owner ? facts.amountSun : 0n;
  return listEvents(facts, expected).reduce((total, { from, to, amount }) => {
    const out = from === owner ? BigInt(amount) : 0n;
    const back = to === owner ? BigInt(amount) : 0n;
    return total + out - back;
  }, 0n);
}
