import { assert } from '@tern/base/assert';
import { ratio, type Ratio } from '@tern/money/ratio';
import type { PairState } from '@tern/tron/get-pair-state';

/** What the sum of a pair's price was at one irreversible block. */
export type PairObservation = {
  readonly blockNumber: number;
  /** Chain time, in whole seconds. */
  readonly timeS: number;
  /** USDT base units for one base unit of the asset, times seconds, with 112 binary places, modulo 2^256. */
  readonly cumulative: bigint;
};

const binaryPlaces = 112n;
const word = 2n ** 256n;
const timeWord = 2n ** 32n;

/**
 * The sum brought up to the block's time: a pair counts only when somebody trades, at the price it had until then.
 * `asset` says which of its tokens is the asset; the other one is USDT. Pure.
 */
export function observationOf(
  state: PairState,
  { asset, block }: { readonly asset: 0 | 1; readonly block: { readonly number: number; readonly timeMs: number } },
): PairObservation {
  const [own, usdt, counted] =
    asset === 0
      ? [state.reserve0, state.reserve1, state.cumulative0]
      : [state.reserve1, state.reserve0, state.cumulative1];
  assert(own > 0n, 'a pair without reserves has no price');
  const timeS = Math.floor(block.timeMs / 1000);
  const sinceS = (BigInt(timeS) - state.countedUntilS + timeWord) % timeWord;
  return {
    blockNumber: block.number,
    timeS,
    cumulative: (counted + ((usdt << binaryPlaces) / own) * sinceS) % word,
  };
}

/** The average price between two observations, weighted by time. Undefined where no time passed. Pure. */
export function averagePrice(from: PairObservation, to: PairObservation): Ratio | undefined {
  const seconds = to.timeS - from.timeS;
  if (seconds <= 0) return undefined;
  const grown = (to.cumulative - from.cumulative + word) % word;
  return grown === 0n ? undefined : ratio(grown, BigInt(seconds) << binaryPlaces);
}
