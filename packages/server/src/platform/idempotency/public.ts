export { canonicalJson, type Json } from './canonical-json.ts';
export { openRepeats, type Repeats } from './join-repeats.ts';
export { openRequestLane, requestSetMax, type RequestLane } from './open-request-lane.ts';
export { replyKeptDays } from './reply-store.ts';
export { findReplies, runIdempotent, type IdempotentRequest } from './run-idempotent.ts';
