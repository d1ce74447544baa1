import type { OperatorId, WithdrawalId } from '@tern/base/ids';

export type ReviewDecision =
  /** The reason is for the operators after this one: what was looked at. */
  | { readonly decision: 'approve'; readonly reason?: string }
  /** The person does not see the reason; other operators do. 3 to 500 characters. */
  | { readonly decision: 'reject'; readonly reason: string };

export type DecideReviewInput = ReviewDecision & {
  readonly withdrawalId: WithdrawalId;
  readonly operatorId: OperatorId;
};
