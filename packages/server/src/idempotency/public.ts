export { canonicalJson, type Json } from './canonical-json.ts';
export { findReplies, runIdempotent, runIdempotentSet, type IdempotentRequest } from './run-idempotent.ts';
