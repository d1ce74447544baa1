export type { Pair, SwapDeps } from './deps.ts';
export { forgetQuotes } from './forget-quotes.ts';
export { fundLiquidity, postLiquidityFunding, type FundLiquidityInput } from './fund-liquidity.ts';
export { isPairClosed, setPairOpen } from './pair-store.ts';
export { hasOwedReward, hasOwedSwapSince, markSwapsRewarded } from './swap-store.ts';
export { readSellValue } from './read-sell-value.ts';
