import { units } from '@tern/money/units';
import { treasuryDefaults, type TreasurySettings } from '../treasury-deps.ts';

/** For tests: fee limits up to 100 TRX, and a chain that stands still after a minute. */
export const testTreasurySettings: TreasurySettings = {
  ...treasuryDefaults,
  feeLimitMaxSun: units(100_000_000n),
  stallLimits: { stallMs: 60_000, solidLagMax: 57 },
};
