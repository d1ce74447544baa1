/** Shares of a pair that nobody holds: what is sold first becomes shares, and they become what is bought. */
const shares = 1_000_000_000_000_000_000n;
const weight = 0.0005;
const weightBack = 2_000;

/**
 * How much of a side of `buyBalance` is bought for `quant` of a side of `sellBalance`: the network's formula with two
 * fractional powers, in floating point as nodes reckon it, rounded down.
 *
 * @example
 * boughtFor(1_000_000n, 1_000_000n, 1_000n); // → 998n
 */
export function boughtFor(sellBalance: bigint, buyBalance: bigint, quant: bigint): bigint {
  const grown = sellBalance + quant;
  const issued = BigInt(Math.trunc(-Number(shares) * (1 - Math.pow(1 + Number(quant) / Number(grown), weight))));
  const bought = Number(buyBalance) * (Math.pow(1 + Number(issued) / Number(shares), weightBack) - 1);
  return BigInt(Math.trunc(bought));
}
