/** Our own short name of an asset. Symbols are settings; this never changes. */
export type AssetId = 'trx' | 'usdt' | 'reward';

export const assetIds = ['usdt', 'trx', 'reward'] as const satisfies readonly AssetId[];

/** Of USDT, which every amount is valued in. */
export const usdtDecimals = 6;

export type Asset = {
  readonly id: AssetId;
  /** What a person reads, for example `USDT`; the reward token's comes from the installation. */
  readonly symbol: string;
  readonly name: string;
  /** 0 to 18. */
  readonly decimals: number;
};
