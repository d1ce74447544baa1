import type { Pair } from './deps.ts';
import type { Direction } from './swap.ts';

/** Whether the two tokens are a pair: it is open in both directions or in none, so nobody can buy what nobody may sell. */
export function isPaired(pairs: readonly Pair[], { assetOut, assetIn }: Direction): boolean {
  return pairs.some(
    ([one, other]) => (one === assetOut && other === assetIn) || (one === assetIn && other === assetOut),
  );
}
