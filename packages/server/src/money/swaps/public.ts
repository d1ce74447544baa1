export type { Pair, SwapDeps } from './deps.ts';
export { findSellValue } from './find-sell-value.ts';
export { forgetQuotes } from './forget-quotes.ts';
export { fundLiquidity, postLiquidityFunding, type FundLiquidityInput } from './fund-liquidity.ts';
export { isPairClosed, setPairOpen } from './pair-store.ts';
export { hasOwedReward, hasOwedSwapSince, markSwapsRewarded } from './swap-store.ts';
