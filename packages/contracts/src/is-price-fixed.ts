/** Whether the price of an asset in a currency unit never changes: one USDT is taken for one dollar everywhere (docs/prices.md). */
export function isPriceFixed(assetId: string, unit: string): boolean {
  return unit === assetId || (assetId === 'usdt' && unit === 'usd');
}
