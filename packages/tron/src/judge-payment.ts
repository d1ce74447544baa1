import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { TransactionFacts } from './block-facts.ts';
import { findTransferEvent } from './transfer-event.ts';

/** What a payment of ours should have done. */
export type ExpectedPayment = {
  readonly kind: 'trx' | 'trc20';
  readonly owner: TronAddress;
  readonly to: TronAddress;
  readonly amount: Units;
  /** The token's contract; TRC-20 only. */
  readonly contract?: TronAddress;
};

export type PaymentVerdict =
  | { readonly verdict: 'paid'; readonly feeSun: Units }
  /** Nothing moved but the fee. */
  | { readonly verdict: 'failed'; readonly feeSun: Units; readonly code: string }
  /** The chain shows neither: an operator decides, and sending this token pauses. */
  | { readonly verdict: 'unexpected'; readonly feeSun: Units; readonly detail: string };

/**
 * Judges an irreversible transaction against the payment that it was to make. `paid` and `failed` are certain; `unexpected` is
 * everything else, and an operator decides (docs/decisions/0047-unexpected-receipts.md). What the call returned is not looked
 * at, because Tron's USDT returns `false` on success: a token payment needs exactly one Transfer event of its contract
 * that takes from the payer, and that one to the receiver and in full.
 *
 * @param facts The transaction as `readBlock` or `findSolidTransaction` gives it.
 * @example
 * const expected = { kind: 'trc20', owner: alice, to: bob, contract: usdt, amount: units(5_000_000n) };
 * judgePayment(payment, expected); // → { verdict: 'paid', feeSun: 345_000n }
 * judgePayment({ ...payment, result: 'failed', resultCode: 'OUT_OF_ENERGY' }, expected);
 * // → { verdict: 'failed', feeSun: 345_000n, code: 'OUT_OF_ENERGY' }
 * judgePayment({ ...payment, logs: [] }, expected);
 * // → { verdict: 'unexpected', feeSun: 345_000n, detail: 'no Transfer event' }
 */
export function judgePayment(facts: TransactionFacts, expected: ExpectedPayment): PaymentVerdict {
  const { feeSun } = facts;
  const unexpected = (detail: string): PaymentVerdict => ({ verdict: 'unexpected', feeSun, detail });
  if (facts.result === 'failed') return { verdict: 'failed', feeSun, code: facts.resultCode };
  if (facts.result === 'unknown') return unexpected(`result ${facts.resultCode || 'absent'}`);
  if (facts.owner !== expected.owner) return unexpected('another owner');
  if (expected.kind === 'trx') {
    const same = facts.kind === 'transfer' && facts.to === expected.to && facts.amountSun === expected.amount;
    return same ? { verdict: 'paid', feeSun } : unexpected('another transfer');
  }
  if (facts.kind !== 'trigger' || facts.contract !== expected.contract) return unexpected('another contract');
  const moved = facts.logs
    .filter((log) => log.contract === expected.contract)
    .map(findTransferEvent)
    .filter((event) => event?.from === expected.owner);
  const [event] = moved;
  if (event === undefined) return unexpected('no Transfer event');
  if (moved.length > 1) return unexpected(`${moved.length} Transfer events`);
  if (event.to !== expected.to) return unexpected('another receiver');
  return event.amount === expected.amount ? { verdict: 'paid', feeSun } : unexpected(`event of ${event.amount}`);
}
