export {
  findPause,
  findPauses,
  forgiveTries,
  giveTriesBack,
  type ReservedTry,
  reserveTries,
  type SettledTry,
  settleTries,
  type Try,
} from './failure-counter-store.ts';
export { codePauses, factorPauses, factorTriesLeft, failureKeys, passwordPauses } from './failure-counter.ts';
export { fairQueue } from './fair-queue.ts';
export { type JudgedTry, type Verdict, judgementMaxMs, judgeTry, waitForTurn } from './judge-try.ts';
export { withJudgedHits } from './judged-hits.ts';
export { type LimitKey, limitKey } from './limit-key.ts';
export { limitRate } from './limit-rate.ts';
export { type RateWindow, takeHit } from './rate-window-store.ts';
export { type Line, type NetworkBlock, type RequestOrigin, ipBlocks } from './request-origin.ts';
