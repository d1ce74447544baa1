export { listPayoutsAmong, sumOpenOutflows } from './attempt-store.ts';
export { type ReceiptOutcome, decideUnexpectedReceipt } from './decide-unexpected-receipt.ts';
export { type WithdrawalCase, findWithdrawalCase } from './find-withdrawal-case.ts';
export { listRememberedOrders } from './list-remembered-orders.ts';
export { listSignedTransactions } from './list-signed-transactions.ts';
export { type StuckReport, listStuckPayouts } from './list-stuck-payouts.ts';
export { type PayoutDeps, type PayoutReport, type PayoutSettings, payoutDefaults } from './payout-deps.ts';
export { publishHotWallet } from './publish-hot-wallet.ts';
export { reportStuckPayouts } from './report-stuck-payouts.ts';
export { resumeAsset, resumePayout } from './resume-payout.ts';
export { type ReturnOutcome, returnPayout } from './return-payout.ts';
export type { SafeAction } from './stuck-payout.ts';
export {
  countStuck as countStuckPayouts,
  selectLateSending as findLateSending,
  selectPauses as listSendingPauses,
  selectWords as listWordsOnPayouts,
} from './stuck-store.ts';
export { broadcastPayouts, followPayouts, signPayouts } from './work-payouts.ts';
