import type { DepositId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { CaseEvidence, CaseReason } from '@tern/contracts/refused-addresses';
import type { PendingId } from '@tern/ledger/ids';
import type { Units } from '@tern/money/units';

/**
 * How long money may be held for a person's decision, in hours. What is not decided then goes back to the sender of a
 * withdrawal, and can be used by the receiver of a deposit.
 */
export const holdHours = 72;

/** The rule under which money was held; null where two operators had not decided any. */
export type RuleVersion = number | null;

/** A send that is to be held, and what was found about its receiver: one finding at least. */
export type NewCase = {
  readonly withdrawalId: WithdrawalId;
  readonly address: string;
  readonly evidence: readonly CaseEvidence[];
  readonly ruleVersion: RuleVersion;
};

/** A deposit whose amount is held in the ledger, and the record that tells its person of it. */
export type HeldDeposit = {
  readonly depositId: DepositId;
  readonly pendingId: PendingId;
  readonly recordId: RecordId;
};

/** One with its rule, and its value when it was credited: USDT base units, null where there was no price. */
export type ValuedDeposit = HeldDeposit & { readonly usdtValue: Units | null; readonly ruleVersion: RuleVersion };

/** One that is held for what was found about its sender: one finding at least. */
export type NewDepositCase = ValuedDeposit & { readonly evidence: readonly CaseEvidence[] };

/** The class of reason of a hold: a legal order counts before a suspicion, and both before a missing answer. Pure. */
export function reasonOf(evidence: readonly Pick<CaseEvidence, 'reason'>[]): CaseReason {
  const order = ['legal-order', 'suspected-fraud'] as const;
  return order.find((wanted) => evidence.some(({ reason }) => reason === wanted)) ?? 'security';
}
