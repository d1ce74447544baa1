import { units } from '@tern/money/units';
import { sweepDefaults, type SweepSettings } from '../plan-sweeps.ts';

/** For tests: sweeps from 100 of everything, at most for 40 TRX. */
export const testSweepSettings: SweepSettings = {
  ...sweepDefaults,
  from: { usdt: units(100_000_000n), trx: units(100_000_000n), reward: units(100n * 10n ** 18n) },
  costMaxSun: units(40_000_000n),
};
