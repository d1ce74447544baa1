import type { Asset, AssetId } from '@tern/money/asset';

/** The assets of an installation; only the reward token's symbol and name are its own. */
export function installedAssets(config: {
  readonly productName: string;
  readonly productToken: string;
}): Readonly<Record<AssetId, Asset>> {
  return {
    usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
    trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
    reward: { id: 'reward', symbol: config.productToken, name: config.productName, decimals: 18 },
  };
}
