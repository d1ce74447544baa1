export { type ReviewOutcome, decideReview } from './decide-review.ts';
export type { Factors, SendingChain, SendingDeps } from './deps.ts';
export { type CostEstimate, estimateCost } from './estimate-cost.ts';
export { isReceiverClosed } from './is-receiver-closed.ts';
export { findPersonStops, findStops } from './find-stops.ts';
export { listReviews } from './list-reviews.ts';
export { purgeDrafts } from './purge-drafts.ts';
export { refuseParty } from './refuse-party.ts';
export { returnOverdueCases } from './return-overdue-cases.ts';
export { type OpenReview, type ReviewRow, selectReviews } from './review-store.ts';
export { mayHavePaid, noteSignedBefore } from './rebooking-store.ts';
export { rebookWithdrawal, type Rebooked } from './rebook-withdrawal.ts';
export { bookNetworkCost, bookReceiptDifference, returnHeld, settlePaid } from './withdrawal-money.ts';
export {
  type WithdrawalRow,
  findWithdrawal,
  insertHotAddress,
  isAssetPaused,
  isHotAddress,
  listPausedAssets,
  lockWithdrawal,
  moveWithdrawal,
  pauseAsset,
  sumOfDailyOutflow,
  sumOfLastDay,
  withdrawalFromRow,
} from './withdrawal-store.ts';
export type { Withdrawal, WithdrawalState } from './withdrawal.ts';
