import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { Asset, AssetId } from '@tern/money/asset';
import type { Ratio } from '@tern/money/ratio';
import type { TronAddress } from '@tern/tron/address';
import { getSolidBlock } from '@tern/tron/get-block-head';
import { getPairState, type PairState } from '@tern/tron/get-pair-state';
import type { TronNode } from '@tern/tron/open-node';
import { findObservationBefore, storeObservation } from './observation-store.ts';
import { averagePrice, observationOf, type PairObservation } from './pair-observation.ts';
import { wholeCoinRatio, type PriceSource, type Quote } from './price.ts';

export type PricePair = { readonly asset: Pick<Asset, 'id' | 'decimals'>; readonly pair: TronAddress };

export type ChainPricesDeps = {
  readonly db: Database;
  readonly node: TronNode;
  readonly pairs: readonly PricePair[];
  /** The token that is the unit of all prices; the other one of each pair is the asset. */
  readonly usdt: TronAddress;
};

/** Looks again when a block became irreversible in the middle of a look. */
const attemptsMax = 5;

/**
 * Prices of pairs on chain: the average over the last 20 irreversible blocks, weighted by time, so that nobody moves it
 * with one trade. Says nothing of a pair it has not watched for that long. @throws NodeFault
 */
export function chainPrices({ db, node, pairs, usdt }: ChainPricesDeps): PriceSource {
  return {
    name: 'chain',
    readQuotes: async () => {
      const quotes: Quote[] = [];
      for (const { asset, pair } of pairs) {
        const observation = await observePair(node, { pair, usdt });
        if (observation === undefined) continue;
        await transact(db, (tx) => storeObservation(tx, asset.id, observation));
        const price = await readAverage(db, asset.id, observation);
        if (price === undefined) continue;
        const { id: assetId, decimals } = asset;
        quotes.push({ assetId, price: wholeCoinRatio(price, decimals), decimals });
      }
      return quotes;
    },
  };
}

/**
 * The pair at one irreversible block: its parts are read in several calls, between two looks at the height that have to
 * be the same. Undefined where the chain moved each time, or the pair is empty. @throws NodeFault
 */
async function observePair(
  node: TronNode,
  { pair, usdt }: { readonly pair: TronAddress; readonly usdt: TronAddress },
): Promise<PairObservation | undefined> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const block = await getSolidBlock(node);
    const state = await getPairState(node, { view: 'solid', pair });
    if ((await getSolidBlock(node)).id !== block.id) continue;
    if (state.reserve0 === 0n || state.reserve1 === 0n) return undefined;
    return observationOf(state, { asset: sideOfAsset(state, usdt), block });
  }
  return undefined;
}

function sideOfAsset({ token0, token1 }: PairState, usdt: TronAddress): 0 | 1 {
  if (token1 === usdt) return 0;
  if (token0 === usdt) return 1;
  throw new Error('the price pair has no USDT in it');
}

async function readAverage(db: Database, assetId: AssetId, to: PairObservation): Promise<Ratio | undefined> {
  const from = await findObservationBefore(db.kysely, { assetId, blockNumber: to.blockNumber });
  return from === undefined ? undefined : averagePrice(from, to);
}
