import type { PersonId, WithdrawalId } from '@tern/base/ids';
import type { Database, DbReader } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import type { Signer } from '@tern/tron/signer-client';
import type { OrderSettings, SumOutflows } from '../../chain/orders/public.ts';
import type { SendingChain } from '../transfers/public.ts';

export type PayoutSettings = OrderSettings & {
  /** Added to the simulated energy for the fee limit of a first attempt; twice as much for a second after a failure. */
  readonly feeLimitMarginPercent: number;
  /** Highest fee limit the house accepts; above it payments wait for cheaper energy. */
  readonly feeLimitMaxSun: Units;
  /** Attempts that may fail on chain, and that may expire unseen, before everything is returned. */
  readonly failuresMax: number;
  readonly expiriesMax: number;
};

export const payoutDefaults: Omit<PayoutSettings, 'feeLimitMaxSun' | 'stallLimits'> = {
  lifetimeMs: 10 * 60_000,
  feeLimitMarginPercent: 50,
  rebroadcastAfterMs: 15_000,
  failuresMax: 2,
  expiriesMax: 3,
};

/** Something an operator should know of. Carries no names and no addresses. */
export type PayoutReport = {
  readonly event: 'payout-needs-attention' | 'payout-stuck' | 'payout-waits' | 'payout-too-expensive' | 'asset-paused';
  readonly withdrawalId: WithdrawalId;
  readonly detail: string;
};

export type PayoutDeps = {
  readonly db: Database;
  readonly chain: SendingChain;
  readonly signer: Signer;
  readonly settings: PayoutSettings;
  /** What the house's orders under way may still take out of the hot wallet. */
  readonly sumTreasuryOutflows: SumOutflows;
  /**
   * False for people whose account is frozen: nothing of theirs is signed. Within a transaction the answer holds until
   * its end, so that a freeze comes before an order or after it.
   */
  readonly isPersonActive: (db: DbReader, personId: PersonId) => Promise<boolean>;
  readonly report: (report: PayoutReport) => void;
  /** Aborts when this worker is to stop. */
  readonly stopping?: AbortSignal | undefined;
};
