import type { Config } from '@tern/config/config';
import { assetIds } from '@tern/money/asset';
import type { Pair } from '@tern/server/money/swaps/public';

export function swapPairs({ swapPairs: pairs }: Config): readonly Pair[] {
  const find = (id: string | undefined) => assetIds.find((assetId) => assetId === id);
  return pairs.flatMap((pair): Pair[] => {
    const [one, other] = pair.split('-').map(find);
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
}
