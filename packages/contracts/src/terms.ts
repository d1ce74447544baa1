import { z } from 'zod';

/** What a term is counted in: base units of an asset, whole percent, or basis points, of which 100 are one percent. */
export type TermUnit = 'usdt' | 'trx' | 'reward' | 'percent' | 'basis-points';

type TermRule = { readonly unit: TermUnit; readonly worse: 'higher' | 'lower' };

/**
 * Every fee and limit that people meet, named as its setting: its unit, and in which direction it is worse for them. Those
 * in `usdt` but the minimum and the highest fee of USDT are USDT-equivalent.
 */
export const termRules = {
  withdrawalMinUsdt: { unit: 'usdt', worse: 'higher' },
  withdrawalMinTrx: { unit: 'trx', worse: 'higher' },
  withdrawalMinReward: { unit: 'reward', worse: 'higher' },
  withdrawalMax: { unit: 'usdt', worse: 'lower' },
  withdrawalDailyMax: { unit: 'usdt', worse: 'lower' },
  withdrawalHouseDailyMax: { unit: 'usdt', worse: 'lower' },
  reviewFrom: { unit: 'usdt', worse: 'lower' },
  secondOperatorFrom: { unit: 'usdt', worse: 'lower' },
  feeMarginPercent: { unit: 'percent', worse: 'higher' },
  feeMaxUsdt: { unit: 'usdt', worse: 'higher' },
  feeMaxTrx: { unit: 'trx', worse: 'higher' },
  feeMaxReward: { unit: 'reward', worse: 'higher' },
  swapFee: { unit: 'basis-points', worse: 'higher' },
  swapSwapperShare: { unit: 'basis-points', worse: 'lower' },
  swapPoolShare: { unit: 'basis-points', worse: 'lower' },
  swapSpread: { unit: 'basis-points', worse: 'higher' },
  swapSpreadSize: { unit: 'basis-points', worse: 'higher' },
  swapSpreadMax: { unit: 'basis-points', worse: 'higher' },
  swapInventoryShare: { unit: 'basis-points', worse: 'lower' },
  swapMin: { unit: 'usdt', worse: 'higher' },
  swapMax: { unit: 'usdt', worse: 'lower' },
} as const satisfies Readonly<Record<string, TermRule>>;

export type TermName = keyof typeof termRules;
export const termNames = Object.keys(termRules) as [TermName, ...TermName[]];
export const termNameField = z.enum(termNames);

/** Decimals with which a term is written: an amount in whole coins, a share in percent. */
export const termDecimals: Readonly<Record<TermUnit, number>> = {
  usdt: 6,
  trx: 6,
  reward: 18,
  percent: 0,
  'basis-points': 2,
};
