export { insertOwnAccount, isOwnAccount, isStranger } from './account-store.ts';
export { attachSignature, leavingNoRow, leavingOneRow, takeScopeDetails } from './action-scope.ts';
export { type ActionFilter, selectFirstFrom as findFirstActionFrom } from './action-store.ts';
export { listActions } from './list-actions.ts';
export type { OperatorAction } from './operator-action.ts';
export { listOperators } from './list-operators.ts';
export { findOperatorById } from './operator-store.ts';
export { countKeyChanges } from './key-changes-store.ts';
export { operatorNamePattern, type Operator } from './operator.ts';
export { recordOperatorAction } from './record-operator-action.ts';
export { countRefusals, recordRefusal, refuseOwnAccount } from './refusal.ts';
export { verifyActions } from './verify-actions.ts';
export {
  type Keys,
  countBreakGlass,
  keepCode,
  listBreakGlass,
  listCustodians,
  openRequest,
  startRequest,
} from './break-glass-store.ts';
