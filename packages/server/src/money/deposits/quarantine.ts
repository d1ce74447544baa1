import type { DepositId, WalletId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import type { SuspenseReason } from './deposit.ts';

/** How soon somebody has to look. `noise`: anybody can cause it and nothing depends on it. */
export type Urgency = 'at-once' | 'soon' | 'noise';

/** Every reason there is, with how soon it wants a look. */
export const urgencyOf: Readonly<Record<QuarantineReason, Urgency>> = {
  'unknown-outflow': 'at-once',
  'permission-change': 'at-once',
  'issuer-act': 'at-once',
  'contradicted-event': 'at-once',
  'unclear-result': 'soon',
  'malformed-event': 'soon',
  'implausible-amount': 'soon',
  'internal-transfer': 'soon',
  'unlisted-token': 'noise',
  trc10: 'noise',
  'unlisted-contract-form': 'noise',
};

/** The reasons somebody has to look at. */
export const graveReasons = Object.entries(urgencyOf)
  .filter(([, urgency]) => urgency !== 'noise')
  .map(([reason]) => reason as QuarantineReason);

/** Longest time an item may wait before it is reported again and again. */
export const waitMinutesMax = { 'at-once': 5, soon: 24 * 60, suspense: 24 * 60 } as const;

/** Something not understood that waits. */
export type QuarantinedInflow = {
  readonly id: string;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
  readonly txId: string;
  readonly block: number;
  readonly reason: QuarantineReason;
  readonly subject: string;
  readonly to: TronAddress | null;
  readonly amount: Units | null;
  readonly since: Date;
};

/** What nobody needs to look at, counted. */
export type QuarantineNoise = { readonly reason: QuarantineReason; readonly items: number; readonly since: Date };

/** Money that arrived and is nobody's yet. */
export type SuspenseItem = {
  readonly depositId: DepositId;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly txId: string;
  readonly block: number;
  readonly reason: SuspenseReason;
  readonly since: Date;
  /** How many operators agree about what becomes of it: the most who have said the same. */
  readonly votes: number;
  /** On its way back to where it came from: nothing else can be made of it. */
  readonly returning: boolean;
};

/** What an operator voted for. Two different operators have to say the same. */
export type Decision =
  | { readonly kind: 'assign'; readonly walletId: WalletId }
  | { readonly kind: 'house' }
  | { readonly kind: 'return'; readonly to: TronAddress }
  | { readonly kind: 'thaw' };

export const votesNeeded = 2;
/** Shortest reason that says something. */
export const reasonMin = 3;

export function writeDecision(decision: Decision): string {
  switch (decision.kind) {
    case 'assign':
      return `assign:${decision.walletId}`;
    case 'return':
      return `return:${decision.to}`;
    case 'house':
    case 'thaw':
      return decision.kind;
  }
}
