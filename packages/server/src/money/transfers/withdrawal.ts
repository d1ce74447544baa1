import type { DraftId, PersonId, RecordId, WalletId, WithdrawalId } from '@tern/base/ids';
import type { RecordStatus } from '@tern/contracts/routes/records';
import type { PendingId } from '@tern/ledger/ids';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';

/**
 * Life of a withdrawal. Every send is one, whether it is settled on the chain or in the ledger:
 *
 *   requested ──► under-review ──► approved ──► signed ──► broadcast ──► included ──► completed
 *       │              │  │            ▲           │           │            │
 *       │              │  └► rejected  └───────────┴───────────┴────────────┤ a new attempt after a proven end
 *       │              └───► cancelled                                      └──────► failed (all returned)
 *       └─ without review: approved (chain) or completed (internal)
 */
export const withdrawalStates = [
  'requested',
  'under-review',
  'approved',
  'rejected',
  'cancelled',
  'signed',
  'broadcast',
  'included',
  'completed',
  'failed',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** The only steps there are. `completed`, `failed`, `rejected` and `cancelled` are final. */
export const transitions: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  requested: ['under-review', 'approved', 'completed'],
  'under-review': ['approved', 'completed', 'rejected', 'cancelled'],
  // Failed without a last attempt only by an operator, where no payment can be made (`returnPayout`).
  approved: ['signed', 'failed'],
  signed: ['broadcast', 'included', 'completed', 'approved', 'failed'],
  broadcast: ['included', 'completed', 'approved', 'failed'],
  // Back to broadcast when the block it was in is reorganised away.
  included: ['broadcast', 'completed', 'approved', 'failed'],
  rejected: [],
  cancelled: [],
  completed: [],
  failed: [],
};

/** What the person reads for a state: the projection that `records` shows. */
export function recordStatusOf(state: WithdrawalState, reviewed: boolean): RecordStatus {
  switch (state) {
    case 'under-review':
      return 'pending-review';
    case 'approved':
      return reviewed ? 'review-approved' : 'withdrawing';
    case 'rejected':
      return 'review-rejected';
    case 'cancelled':
      return 'cancelled';
    case 'completed':
      return 'success';
    case 'failed':
      return 'failed';
    case 'requested':
    case 'signed':
    case 'broadcast':
    case 'included':
      return 'withdrawing';
  }
}

/** Where and what a send moves; the part that factors authorise and nothing changes afterwards. */
export type SendContent = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly assetId: AssetId;
  readonly settlement: 'chain' | 'internal';
  /** The wallet here that the address belongs to; null for the chain. */
  readonly receiverWalletId: WalletId | null;
  /** Between two wallets of one person. */
  readonly ownMove: boolean;
  readonly toAddress: TronAddress;
  /** What the receiver gets. */
  readonly amount: Units;
  /** On top of it, in the same asset. */
  readonly fee: Units;
  /** Value of the amount in USDT base units at the draft's price, rounded up. */
  readonly usdtValue: Units;
  readonly memo: string | null;
};

/** Why operators look at a send: its own size, the total that left within a day, or what was found about its receiver. */
export type ReviewCause = 'amount' | 'day-total' | 'screening';

export type Withdrawal = SendContent & {
  readonly id: WithdrawalId;
  readonly draftId: DraftId;
  readonly approvalsNeeded: number;
  /** Null where nobody has to. */
  readonly reviewCause: ReviewCause | null;
  readonly state: WithdrawalState;
  /** The ledger's pending transfer; null for sends that never held anything. */
  readonly pendingId: PendingId | null;
  readonly recordId: RecordId;
  readonly createdAt: Date;
};

export type ReviewLimits = {
  readonly reviewFromUsdt: Units;
  readonly secondOperatorFromUsdt: Units;
};

/** How many different operators a send of this value needs. Moves between one's own wallets need none. */
export function approvalsNeeded(content: Pick<SendContent, 'ownMove' | 'usdtValue'>, limits: ReviewLimits): 0 | 1 | 2 {
  if (content.ownMove || content.usdtValue < limits.reviewFromUsdt) return 0;
  return content.usdtValue < limits.secondOperatorFromUsdt ? 1 : 2;
}
