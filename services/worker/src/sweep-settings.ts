import type { Config } from '@tern/config/config';
import { type SweepSettings, sweepDefaults } from '@tern/server/house/sweeps/public';

export function sweepSettings(config: Config): SweepSettings {
  return {
    ...sweepDefaults,
    from: { usdt: config.sweepFromUsdt, trx: config.sweepFromTrx, reward: config.sweepFromReward },
    costMaxSun: config.sweepCostMaxTrx,
  };
}
