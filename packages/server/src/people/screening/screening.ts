import type { WithdrawalId } from '@tern/base/ids';
import type { CaseEvidence, CaseReason } from '@tern/contracts/refused-addresses';

/** How long a send may be held for a person's decision, in hours; whatever is not decided then goes back to the sender. */
export const holdHours = 72;

/** A send that is to be held, and what was found about its receiver: one finding at least. */
export type NewCase = {
  readonly withdrawalId: WithdrawalId;
  readonly address: string;
  readonly evidence: readonly CaseEvidence[];
};

/** The class of reason of a hold: a legal order counts before a suspicion, and both before a missing answer. Pure. */
export function reasonOf(evidence: readonly Pick<CaseEvidence, 'reason'>[]): CaseReason {
  const order = ['legal-order', 'suspected-fraud'] as const;
  return order.find((wanted) => evidence.some(({ reason }) => reason === wanted)) ?? 'security';
}
