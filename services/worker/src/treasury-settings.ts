import type { Config } from '@tern/config/config';
import { units, zero } from '@tern/money/units';
import { type SweepSettings, sweepDefaults } from '@tern/server/house/sweeps/public';
import type { FeeAccountSettings } from '@tern/server/house/treasury/public';

/** Staked on the local chain where nothing is said: enough for some hundred sweeps a day. */
const localStakeSun = units(50_000_000_000n);

export function sweepSettings(config: Config): SweepSettings {
  return {
    ...sweepDefaults,
    from: { usdt: config.sweepFromUsdt, trx: config.sweepFromTrx, reward: config.sweepFromReward },
    costMaxSun: config.sweepCostMaxTrx,
  };
}

export function feeAccountSettings(config: Config): FeeAccountSettings {
  const unset = config.tronNetwork === 'local' ? localStakeSun : zero;
  return { stakeSun: config.energyStakeTrx ?? unset, freeMinSun: config.feeAccountMinTrx };
}
