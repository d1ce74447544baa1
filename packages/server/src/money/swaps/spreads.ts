import { ratio, type Ratio } from '@tern/money/ratio';

export const allBasisPoints = 10_000n;
export const allPpm = 1_000_000n;

/** What is left of something after a spread. */
export function lessSpread(spreadPpm: bigint): Ratio {
  return ratio(allPpm - spreadPpm, allPpm);
}
