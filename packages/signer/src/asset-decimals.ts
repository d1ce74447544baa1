import type { AssetId } from '@tern/money/asset';

/** Decimals of the smallest unit; an installation cannot choose others. */
export const assetDecimals: Readonly<Record<AssetId, number>> = { trx: 6, usdt: 6, reward: 18 };
