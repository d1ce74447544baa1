import type { Config } from '@tern/config/config';
import { assetIds } from '@tern/money/asset';
import type { Pair, PriceRules } from '@tern/server/money/swaps/public';

export function swapPairs({ swapPairs: pairs }: Config): readonly Pair[] {
  const find = (id: string | undefined) => assetIds.find((assetId) => assetId === id);
  return pairs.flatMap((pair): Pair[] => {
    const [one, other] = pair.split('-').map(find);
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
}

/** Sources have to agree within one percent and to have said so within a minute; USDT is the unit itself. */
export function priceRules(config: Config): PriceRules {
  const rules = (sourcesMin: number) => ({ sourcesMin, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 });
  return { usdt: rules(1), trx: rules(config.priceSourcesTrx), reward: rules(config.priceSourcesReward) };
}
