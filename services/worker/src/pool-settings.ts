import type { Config } from '@tern/config/config';
import type { PoolSettings } from '@tern/server/money/pool/public';

export function poolSettings(config: Config): PoolSettings {
  return {
    everyHours: config.poolEveryHours,
    shareBasisPoints: BigInt(config.poolShare),
    closedCountries: config.incentivesClosedIn,
  };
}
