import type { DistributionId, PersonId, WalletId } from '@tern/base/ids';
import type { AccountId } from '@tern/ledger/ids';
import type { Units } from '@tern/money/units';
import type { PoolSchedule } from './pool-schedule.ts';

/**
 * `settling`: its period is over, and it waits until no transaction of it can still be open. `paying`: who gets what is
 * fixed and published. `closed`: every share is in its wallet.
 */
export type DistributionState = 'settling' | 'paying' | 'closed';

/** What a distribution is computed by. Fixed when its period begins: no setting changes a period that is running. */
export type PoolRules = {
  readonly shareBasisPoints: bigint;
  readonly closedCountries: readonly string[];
};

/** The period that is running. */
export type Period = PoolRules & { readonly startsAt: Date };

export type Distribution = PoolRules & {
  readonly id: DistributionId;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly state: DistributionState;
  /** Shares up to this number are paid, or were nothing. */
  readonly paidThrough: number;
};

/** What is fixed once the period has settled. */
export type DistributionTotals = {
  /** The pool at the end of the period. */
  readonly pool: Units;
  readonly distributed: Units;
  readonly remainder: Units;
  /** Base units times microseconds. */
  readonly totalWeight: bigint;
  readonly holders: number;
  readonly swapRewards: Units;
};

/** What one wallet gets. */
export type Share = {
  readonly number: number;
  readonly accountId: AccountId;
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly reward: Units;
  readonly swapReward: Units;
};

/**
 * Of the installation. Hours and share are those the pool begins with: later ones are decided by operators. Countries that change
 * here count from the next period on.
 */
export type PoolSettings = PoolRules & PoolSchedule;
