import { bytesToUint, utf8Bytes } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';

/** Prices are USDT for a TRX times this. */
export const priceScale = 1_000_000_000n;

const basePrice = 300_000_000n;
const million = 1_000_000n;

/** Waves of noise over one another: how many blocks from one random value to the next, and how far it may lead. */
const waves = [
  { blocks: 28_800, partsPerMillion: 150_000n },
  { blocks: 1_200, partsPerMillion: 50_000n },
  { blocks: 100, partsPerMillion: 15_000n },
  { blocks: 8, partsPerMillion: 4_000n },
] as const;

/**
 * The price of TRX in USDT that a seed's path has at a height, times `priceScale`. It needs no history, wanders by a quarter
 * either way at most, and is always the same.
 */
export function priceAt(seed: string, height: number): bigint {
  const shift = waves.reduce((sum, { blocks, partsPerMillion }) => {
    const step = Math.floor(height / blocks);
    const into = BigInt(height % blocks);
    const [from, to] = [randomAt(seed, blocks, step), randomAt(seed, blocks, step + 1)];
    return sum + ((from + ((to - from) * into) / BigInt(blocks)) * partsPerMillion) / million;
  }, 0n);
  return (basePrice * (million + shift)) / million;
}

/** From minus to plus one million. */
function randomAt(seed: string, wave: number, step: number): bigint {
  const hash = sha256(utf8Bytes(`${seed}/price/${wave}/${step}`));
  return (bytesToUint(hash.subarray(0, 8)) % (2n * million + 1n)) - million;
}
