import type { TreasuryOrderId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { TronNode } from '@tern/tron/open-node';
import type { Signer } from '@tern/tron/signer-client';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import type { OrderSettings } from '../../chain/orders/public.ts';
import type { ReturnEnd, ReturnSettling } from '../../money/deposits/public.ts';
import type { OrderKind } from './treasury-order.ts';

export type TreasurySettings = OrderSettings & {
  /** Added to the simulated energy of a token transfer for its fee limit. */
  readonly feeLimitMarginPercent: number;
  /** Highest fee limit the house accepts. */
  readonly feeLimitMaxSun: Units;
};

export const treasuryDefaults: Omit<TreasurySettings, 'feeLimitMaxSun' | 'stallLimits'> = {
  lifetimeMs: 5 * 60_000,
  feeLimitMarginPercent: 20,
  rebroadcastAfterMs: 15_000,
};

/** Something an operator should know of. Carries no names of people. */
export type TreasuryReport = {
  readonly event:
    | 'order-waits'
    | 'order-needs-attention'
    | 'order-stuck'
    | 'order-dropped'
    | 'order-failed'
    | 'order-expired'
    /** Lost by a restored database and taken in again from the signer's memory, or what cannot be. */
    | 'order-adopted'
    | 'order-not-adopted'
    | 'cold-proposed'
    | 'hot-below-minimum'
    | 'hot-above-ceiling'
    | 'fee-account-empty'
    | 'sweep-waits';
  readonly detail: string;
  readonly orderId?: TreasuryOrderId;
  readonly kind?: OrderKind;
  readonly assetId?: AssetId;
};

export type TreasuryDeps = {
  readonly db: Database;
  readonly nodes: readonly [TronNode, ...TronNode[]];
  readonly contracts: Readonly<Record<Exclude<AssetId, 'trx'>, TronAddress>>;
  readonly signer: Pick<Signer, 'getAccounts' | 'signOrder' | 'signTreasuryOrder'>;
  readonly accounts: HouseAccounts;
  readonly settings: TreasurySettings;
  /** Told of the end of a return, in the transaction that ends it. */
  readonly endReturn: (tx: DbTx, end: ReturnEnd) => Promise<ReturnSettling>;
  readonly report: (report: TreasuryReport) => void;
  /** Aborts when this worker is to stop. */
  readonly stopping?: AbortSignal | undefined;
};
