export { adoptOrders, type AdoptOrdersDeps } from './adopt-orders.ts';
export { decideColdOrder, type ColdDecision, type ColdOutcome } from './decide-cold-order.ts';
export type { HotLevelSettings } from './hot-level.ts';
export { hotOutflows } from './hot-money.ts';
export { readHouseMoney, type HouseMoney, type Place } from './house-money.ts';
export { keepFeeAccount, type FeeAccountSettings } from './keep-fee-account.ts';
export { findShortAssets, keepHotLevel, readHotState, type HotSettings, type HotState } from './keep-hot-level.ts';
export { listStuckOrders, type SafeOrderAction, type StuckOrder } from './list-stuck-orders.ts';
export {
  findOrderCase as findTreasuryOrder,
  insertOrder,
  listTreasuryTransactionsAmong,
  listBusyAddresses,
  listOpenOrders,
  listSignedTreasuryTransactions,
  type SignedTreasuryTransaction,
  sumOpenOrders,
  selectReviews as listOrderReviews,
  type NewOrder,
  type OpenOrder,
  type OrderReview,
} from './order-store.ts';
export { listRememberedOrders as listRememberedTreasuryOrders } from './list-remembered-orders.ts';
export { permissionFeeSun, proposeOrder, type Proposal } from './propose-order.ts';
export {
  listPreparedAddresses,
  listServedDelegations,
  sumOpenDelegations,
  type Delegation,
} from './delegation-store.ts';
export { reportStuckOrders } from './report-stuck-orders.ts';
export { resumeOrder } from './resume-order.ts';
export { insertReturn, isSignedOtherwise } from './return-orders.ts';
export { bookColdArrival, bookStakePart } from './treasury-money.ts';
export { treasuryDefaults, type TreasuryDeps, type TreasuryReport, type TreasurySettings } from './treasury-deps.ts';
export { broadcastOrders, followOrders, signOrders } from './work-orders.ts';
export type { DepositPlace, OrderContent, TreasuryOrder } from './treasury-order.ts';
