const decimals = { trx: 6, usdt: 6, reward: 18 } as const;

/** Base units from a plain decimal: `toUnits('usdt', '12.5')` is 12500000n. */
export function toUnits(asset: keyof typeof decimals, plain: string): bigint {
  const [whole = '0', part = ''] = plain.replaceAll(',', '').split('.');
  return BigInt(whole + part.padEnd(decimals[asset], '0'));
}

/** As screens in English show a balance: grouped, two to six decimals, cut. */
export function shown(asset: keyof typeof decimals, units: bigint): string {
  const digits = units.toString().padStart(decimals[asset] + 1, '0');
  const whole = digits.slice(0, -decimals[asset]).replace(/\B(?=(\d{3})+$)/g, ',');
  const part = digits.slice(-decimals[asset]).slice(0, 6).replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${part}`;
}

/** As screens in English show one of several figures: grouped, two decimals, cut. */
export function shownShort(asset: keyof typeof decimals, units: bigint): string {
  const [whole = '0', part = ''] = shown(asset, units).split('.');
  return `${whole}.${part.slice(0, 2)}`;
}
