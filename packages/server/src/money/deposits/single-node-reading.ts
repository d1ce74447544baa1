import type { Clock } from '@tern/base/clock';
import type { DbTx } from '@tern/db/database';
import { multiplyFloor } from '@tern/money/ratio';
import { add, units, zero, type Units } from '@tern/money/units';
import type { BlockFacts } from '@tern/tron/block-facts';
import type { FindPrice } from '../../people/wallets/public.ts';
import type { Booking } from './deposit.ts';
import { rememberPrices } from './remember-prices.ts';
import { addSingleNodeValue, selectSingleNodeReading } from './single-node-store.ts';

/** How far the word of one node is taken while the others that are configured are silent. */
export type SingleNodeRules = {
  readonly silence: NodeSilence;
  /** Most one inflow may be worth, and all of them until a second node answers again, in USDT base units. */
  readonly eachMax: Units;
  readonly totalMax: Units;
};

/** 50 and 500 USDT: what one lying node can bring in while all others are kept silent. */
export const singleNodeLimits = { eachMax: units(50_000_000n), totalMax: units(500_000_000n) };

/** Knows since when nodes have been silent. */
export type NodeSilence = {
  readonly hear: (node: string) => void;
  /** Whether the node, silent now, has been silent for long. */
  readonly isLong: (node: string) => boolean;
};

/** A node counts as dead after `patienceMs` without an answer; a short silence is waited out. */
export function openNodeSilence({
  clock,
  patienceMs,
}: {
  readonly clock: Clock;
  readonly patienceMs: number;
}): NodeSilence {
  const since = new Map<string, number>();
  return {
    hear: (node) => void since.delete(node),
    isLong: (node) => {
      const now = clock.nowMs();
      const begun = since.get(node) ?? now;
      since.set(node, begun);
      return now - begun >= patienceMs;
    },
  };
}

/**
 * The first of the blocks that can be booked on the word of one node, in order: none after an inflow that is too large,
 * or has no price, or after all of them together are worth too much. Notes what they are worth.
 */
export async function takeSmallBlocks(
  tx: DbTx,
  { singleNode, findPrice }: { readonly singleNode: Omit<SingleNodeRules, 'silence'>; readonly findPrice: FindPrice },
  { blocks, bookings }: { readonly blocks: readonly BlockFacts[]; readonly bookings: readonly Booking[] },
): Promise<readonly BlockFacts[]> {
  const reading = await selectSingleNodeReading(tx);
  if (reading === undefined) return [];
  const priceOf = rememberPrices(tx, findPrice);
  let worth = zero;
  let taken = 0;
  for (const block of blocks) {
    let inBlock = zero;
    for (const { inflow, destination } of bookings.filter((booking) => booking.block === block)) {
      // What is booked to nobody gives nothing away.
      if (destination.to !== 'customer' && destination.to !== 'treasury') continue;
      const price = await priceOf(inflow.assetId);
      const value = price === undefined ? undefined : multiplyFloor(inflow.amount, price.ratio);
      inBlock =
        value === undefined || value > singleNode.eachMax ? add(singleNode.totalMax, units(1n)) : add(inBlock, value);
    }
    if (add(add(reading.value, worth), inBlock) > singleNode.totalMax) break;
    worth = add(worth, inBlock);
    taken += 1;
  }
  if (worth > 0n) await addSingleNodeValue(tx, worth);
  return blocks.slice(0, taken);
}
