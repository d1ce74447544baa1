export { findPause, forgiveTries } from './failure-counter-store.ts';
export { codePauses, factorPauses, factorTriesLeft, failureKeys, passwordPauses } from './failure-counter.ts';
export { fairQueue } from './fair-queue.ts';
export { type JudgedTry, type Verdict, judgeTry } from './judge-try.ts';
export { withJudgedHits } from './judged-hits.ts';
export { limitRate } from './limit-rate.ts';
export { type RateWindow, takeHit } from './rate-window-store.ts';
export { type RequestOrigin, ipBlocks } from './request-origin.ts';
