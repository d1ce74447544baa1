import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { RejectionReason } from '@tern/contracts/routes/console-reviews';

export type ReviewDecision =
  /** The reason is for the operators after this one: what was looked at. */
  | {
      readonly decision: 'approve';
      readonly reason?: string;
      /** Whether the operator had before them what was found about the receiver. An approval of a case that did not is refused. */
      readonly sawCase?: boolean;
    }
  /** Of the reason the person is told what `toldReasons` says; the note is for other operators. 3 to 400 characters. */
  | { readonly decision: 'reject'; readonly reason: RejectionReason; readonly note: string };

export type DecideReviewInput = ReviewDecision & {
  readonly withdrawalId: WithdrawalId;
  readonly operatorId: OperatorId;
};

/** The decision's reason as operators read it. */
export function noteOf(decision: ReviewDecision): string | undefined {
  return decision.decision === 'reject' ? `${decision.reason}: ${decision.note.trim()}` : decision.reason?.trim();
}
