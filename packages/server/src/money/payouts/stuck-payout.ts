import type { RecordId, WithdrawalId } from '@tern/base/ids';
import type { PayoutWait } from '@tern/contracts/routes/console-reviews';
import type { AssetId } from '@tern/money/asset';
import { signerActionOf, type SignerAction } from '../../chain/orders/public.ts';
import type { WithdrawalState } from '../transfers/public.ts';

/** A send that has been in one state for too long, or that an operator has to look at. */
export type StuckPayout = {
  readonly id: WithdrawalId;
  /** The sender's record. */
  readonly recordId: RecordId;
  readonly settlement: 'chain' | 'internal';
  readonly assetId: AssetId;
  /** In base units, as text. */
  readonly amount: string;
  readonly toAddress: string;
  /** The number of who sends it. */
  readonly publicId: string;
  readonly state: WithdrawalState;
  readonly since: Date;
  /** What it waits for by itself, and what exactly; null when nothing is known. */
  readonly waitingFor: PayoutWait | null;
  readonly waitingDetail: string | null;
  /** Why it goes on only after a decision. */
  readonly attention: string | null;
  /** Whether two operators have to decide about a receipt. */
  readonly unexpectedReceipt: boolean;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
};

/**
 * Longest time in a state that is no reason to look, in minutes. A payment handed out lives for ten minutes of chain
 * time, and the proof that it is dead takes a little more; reviews have people's pace.
 */
export const deadlineMinutes: Readonly<Partial<Record<WithdrawalState, number>>> = {
  requested: 1,
  'under-review': 24 * 60,
  approved: 3,
  signed: 2,
  broadcast: 15,
  included: 5,
};

/** The one thing an operator can do that is right whatever the cause turns out to be. */
export type SafeAction =
  | 'decide-unexpected-receipt'
  | 'resume'
  | 'review'
  | 'fill-hot-wallet'
  | SignerAction
  | 'fix-nodes'
  | 'resume-asset'
  | 'wait-or-return';

const actionsByCause: Readonly<Record<Exclude<PayoutWait, 'signer'>, SafeAction>> = {
  'hot-wallet': 'fill-hot-wallet',
  'signer-limit': 'wait-or-return',
  node: 'fix-nodes',
  proof: 'fix-nodes',
  fee: 'wait-or-return',
  token: 'wait-or-return',
  person: 'wait-or-return',
  'asset-pause': 'resume-asset',
};

export function safeActionOf(
  stuck: Pick<StuckPayout, 'state' | 'waitingFor' | 'waitingDetail' | 'attention' | 'unexpectedReceipt'>,
): SafeAction {
  if (stuck.unexpectedReceipt) return 'decide-unexpected-receipt';
  if (stuck.attention !== null) return 'resume';
  if (stuck.state === 'under-review') return 'review';
  if (stuck.waitingFor === 'signer') return signerActionOf(stuck.waitingDetail);
  if (stuck.waitingFor !== null) return actionsByCause[stuck.waitingFor];
  // Nothing is known, so the worker itself, or its way to the nodes, is what does not go on.
  return 'fix-nodes';
}
