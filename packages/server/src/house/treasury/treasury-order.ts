import type { TreasuryOrderId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { AnchoredStatement } from '@tern/tron/anchor-memo';
import type { Question, SignedBytes } from '../../chain/orders/public.ts';
import type { ReturnContent } from '../../money/deposits/public.ts';

/** A deposit address and its place in the signer's tree. */
export type DepositPlace = { readonly address: TronAddress; readonly index: number };

/** What one transaction of the house does. Amounts in base units; for staking and delegating the TRX staked, in sun. */
export type OrderContent =
  /** From a deposit address to the hot wallet. */
  | { readonly kind: 'sweep'; readonly assetId: AssetId; readonly amount: Units; readonly place: DepositPlace }
  /** TRX from the fee account to a deposit address: to exist on chain, or to burn. */
  | { readonly kind: 'top-up'; readonly assetId: 'trx'; readonly amount: Units; readonly place: DepositPlace }
  /** Delegates the energy of the fee account's stake to a deposit address, or undelegates it. */
  | {
      readonly kind: 'delegate' | 'undelegate';
      readonly assetId: 'trx';
      readonly amount: Units;
      readonly place: DepositPlace;
    }
  /** TRX of the house from the hot wallet to the fee account; and staked there for energy. */
  | { readonly kind: 'fund' | 'stake'; readonly assetId: 'trx'; readonly amount: Units }
  /** Takes TRX out of the stake, which the chain keeps for days; and takes home all that has waited long enough. */
  | { readonly kind: 'unstake' | 'withdraw-unstaked'; readonly assetId: 'trx'; readonly amount: Units }
  /** Gives an account on chain to the owners the signer knows. `amount` is what the chain takes for it. */
  | { readonly kind: 'restrict'; readonly assetId: 'trx'; readonly amount: Units; readonly account: 'hot' | 'fee' }
  /** Writes the hash of a published statement of what is owed into the chain: one sun from the hot wallet to the fee account. */
  | {
      readonly kind: 'anchor';
      readonly assetId: 'trx';
      readonly amount: Units;
      readonly statement: AnchoredStatement;
    }
  /** From the hot wallet to the cold address that the signer knows. */
  | { readonly kind: 'cold'; readonly assetId: AssetId; readonly amount: Units }
  | ReturnContent;

export type OrderKind = OrderContent['kind'];

/**
 * Life of one transaction of the house:
 *
 *   proposed ──► ready ──► signed ──► done
 *      │ │         │          ├─────► failed    in an irreversible block, nothing moved but the fee
 *      │ └─────────┴► dropped └─────► expired   proven to be in no block, now and for ever
 *      └► rejected
 *
 * Orders to cold storage, unstaking and restricting are proposed: two operators approve. A return is made when two operators have said so. What
 * ended without being done returns to planning, from what is then true; an open order of the same address or purpose keeps
 * that from happening too early.
 */
export type OrderState = 'proposed' | 'ready' | 'signed' | 'done' | 'rejected' | 'dropped' | 'failed' | 'expired';

/** The only steps there are. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  proposed: ['ready', 'rejected', 'dropped'],
  ready: ['signed', 'dropped'],
  signed: ['done', 'failed', 'expired'],
  done: [],
  rejected: [],
  dropped: [],
  failed: [],
  expired: [],
};

export type TreasuryOrder = {
  readonly id: TreasuryOrderId;
  readonly content: OrderContent;
  readonly state: OrderState;
  /** Of a return, which try it is; otherwise 1. */
  readonly attempt: number;
  /** Most sun it can burn beside its amount. */
  readonly costMaxSun: Units;
  /** Null until it is about to be signed. */
  readonly signingOrder: Question | null;
  /** Null until signed. */
  readonly signed: SignedBytes | null;
  /** The block it was last seen in. */
  readonly blockNumber: number | null;
  readonly createdAt: Date;
};

/** What a report says of an order. */
export function nameOrder({ id, content }: TreasuryOrder) {
  return { orderId: id, kind: content.kind, assetId: content.assetId };
}

/** The kinds that begin as proposals and need two operators. */
export const proposedKinds: ReadonlySet<OrderKind> = new Set(['cold', 'unstake', 'restrict']);
