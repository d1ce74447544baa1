export { askAnyNode } from './ask-any-node.ts';
export {
  type Attempt,
  type Question,
  type SignedAttempt,
  type SignedBytes,
  expectedMove,
  isSigned,
} from './attempt.ts';
export { broadcastDue } from './broadcast-due.ts';
export { clearWaiting, revokeLease } from './claim-store.ts';
export { type HotNeed, type OpenOutflows, type SumOutflows, findHotShortage } from './find-hot-shortage.ts';
export { followDue } from './follow-due.ts';
export { transferOf } from './is-what-was-ordered.ts';
export {
  type Conclusion,
  type OrderDeps,
  type OrderPolicy,
  type OrderSettings,
  type OrderStep,
  type OrderTerms,
  type OrderedBytes,
  Unbooked,
} from './order-policy.ts';
export { signDue } from './sign-due.ts';
export { type SignerAction, signerActionOf } from './signer-action.ts';
export { type StoredQuestion, readQuestion, serializeQuestion } from './stored-question.ts';
export { withAnyNode } from './with-any-node.ts';
export type { Wait, WaitCause } from './waiting.ts';
