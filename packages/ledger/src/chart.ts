/**
 * The words of the ledger. The rules themselves (sides, guards, which legs a kind may have, who may post it) are rows of
 * `ledger.classes`, `ledger.kinds` and `ledger.legs`, where the database enforces them; a test compares these lists.
 * What each means: docs/ledger.md.
 */
export const houseCodes = [
  'custody:deposit',
  'custody:hot',
  'custody:warm',
  'custody:cold',
  'custody:energy',
  'custody:staked',
  'custody:unstaking',
  'custody:in-transit',
  'network-cost',
  'issuance',
  'liquidity',
  'fee-income',
  'reward-pool',
  'swap-rewards',
  'rounding',
  'capital',
  'suspense',
] as const;

/** An account of the house, one per asset. A promotion's campaign is lower-case letters, digits and hyphens. */
export type HouseAccountCode = (typeof houseCodes)[number] | `promotion:${string}`;

/** What can be posted at once. */
export const journalKinds = [
  'deposit',
  'deposit-unidentified',
  'suspense-resolution',
  'surplus-explained',
  'internal-transfer',
  'network-cost',
  'sweep',
  'treasury-move',
  'treasury-funding',
  'treasury-return',
  'cold-return',
  'reserve-loss',
  'swap',
  'swap-reward-accrual',
  'liquidity-funding',
  'pool-funding',
  'promotion-funding',
  'promotion-return',
  'distribution',
  'activity-reward',
  'activation-bonus',
  'issuance',
  'issuance-on-chain',
  'correction',
] as const;
export type JournalKind = (typeof journalKinds)[number];

/** What can be held, to be posted, voided or expired later. */
export const holdKinds = ['internal-transfer-hold', 'withdrawal-hold', 'deposit-hold'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** What a single leg is for. */
export const transferCodes = [
  'deposit',
  'unidentified',
  'identified',
  'surplus',
  'explained',
  'transfer',
  'withdrawal',
  'withdrawal-fee',
  'network-cost',
  'sweep',
  'sweep-out',
  'sweep-in',
  'fuel',
  'move',
  'funding',
  'return',
  'income',
  'swap-in',
  'swap-fee',
  'swap-out',
  'fee-share',
  'pool-share',
  'rounding',
  'swap-reward',
  'distribution',
  'activity-reward',
  'activation-bonus',
  'issue',
  'issue-on-chain',
  'stake',
  'unstake',
  'unstaked',
  'loss',
] as const;
export type TransferCode = (typeof transferCodes)[number] | 'correction';
