export type { DepositReport } from './book-blocks.ts';
export { assignSuspense, dismissQuarantined, thawToken, type QuarantineOutcome } from './decide-quarantine.ts';
export { lockCursor as holdReader, selectCursor as findCreditedBlock } from './deposit-store.ts';
export { openInternalWatch } from './open-internal-watch.ts';
export { giveDepositToHouse, giveSurplusToHouse } from './give-to-house.ts';
export { readEquity, splitOverEquity, type EquityPart } from './house-equity.ts';
export { keepSurplus } from './keep-surplus.ts';
export { listKnownArrivals, type KnownArrival } from './list-known-arrivals.ts';
export { listOverdue } from './list-overdue.ts';
export { listQuarantine, type QuarantineReport } from './list-quarantine.ts';
export { graveReasons, urgencyOf, type SuspenseItem } from './quarantine.ts';
export { suspenseReasons } from './deposit.ts';
export { isGoingBack } from './return-store.ts';
export {
  findSuspense,
  lockSuspense,
  countNoise,
  selectGrave as listGrave,
  selectSuspense as listSuspense,
  settleSuspended,
  sumDestroyed,
  selectKeyAlarms as listKeyAlarms,
  selectVotes as listQuarantineVotes,
  type QuarantineVote,
} from './quarantine-store.ts';
export type { Nodes } from './read-agreed-block.ts';
export { singleNodeLimits, openNodeSilence, type SingleNodeRules } from './single-node-reading.ts';
export { proveTokens, type TokenProof } from './prove-tokens.ts';
export { askAboutDeposits } from './ask-about-deposits.ts';
export { releaseDeposit, releaseOverdueDeposits, type ReleaseOutcome } from './release-deposit.ts';
export { readBlocks, type ReadBlocksDeps, type ReadProgress } from './read-blocks.ts';
export { recogniseOutflows } from './recognise-outflows.ts';
export { proveSuspended, sampleTokens } from './sample-tokens.ts';
export type { IsSignedOtherwise, OrderReturn, ReturnContent, ReturnEnd, ReturnSettling } from './return-order.ts';
export {
  endReturn,
  isReturnName,
  returnToSender,
  type ReturnDeps,
  type ReturnOutcome,
  type ReturnReply,
  type ReturnWarning,
} from './return-to-sender.ts';
export { ScanFault } from './scan-fault.ts';
export {
  checkSurplusDecision,
  leftOf,
  lockReturn,
  settleSurplus,
  type SurplusDecision,
  type SurplusRefusal,
} from './settle-surplus.ts';
export { selectOpenSurpluses as listOpenSurpluses, type OpenSurplus } from './surplus-store.ts';
export { settleSuspense } from './settle-suspense.ts';
export { selectFreezes as listFreezes } from './token-watch-store.ts';
export { watchHead, type WatchHeadDeps } from './watch-head.ts';
