import type { Units } from '@tern/money/units';
import type { Config } from './config.ts';

type HotLevels = Readonly<
  Record<
    'usdt' | 'trx' | 'reward',
    { readonly shareBasisPoints: bigint; readonly floorPercent: bigint; readonly minimum: Units }
  >
>;

/** Floor and ceiling of the hot wallet: operators are shown them as the worker keeps them. */
export function hotSettings(config: Config): HotLevels {
  const level = (minimum: Units) => ({
    shareBasisPoints: BigInt(config.hotSharePercent) * 100n,
    floorPercent: BigInt(config.hotFloorPercent),
    minimum,
  });
  return { usdt: level(config.hotMinUsdt), trx: level(config.hotMinTrx), reward: level(config.hotMinReward) };
}
