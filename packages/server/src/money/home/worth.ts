import type { AssetId } from '@tern/money/asset';
import { multiplyFloor, type Ratio } from '@tern/money/ratio';
import { sum, units, type Units } from '@tern/money/units';

/** What came to a wallet (positive) or went from it. */
export type WorthMove = {
  /** Base units. */
  readonly amount: bigint;
  /** The first point by which it had happened. */
  readonly point: number;
  /** What one base unit was worth at its moment; undefined where nobody said. */
  readonly price: Ratio | undefined;
  readonly isReward: boolean;
};

/** One asset of a wallet at the points of the line. */
export type WorthAsset = {
  readonly assetId: AssetId;
  /** Base units at each point. */
  readonly balances: readonly Units[];
  /** USDT base units for one base unit at each point; undefined in a gap. The last one is always known. */
  readonly prices: readonly (Ratio | undefined)[];
  /** Every move between the points. */
  readonly moves: readonly WorthMove[];
};

export type WorthChange = {
  /** The first point that is known. */
  readonly sincePoint: number;
  readonly amount: bigint;
  readonly inOut: bigint;
  readonly rewards: bigint;
  readonly prices: bigint;
};

export type Worth = {
  readonly points: readonly (Units | undefined)[];
  readonly change: WorthChange | undefined;
  readonly marks: readonly { readonly point: number; readonly direction: 'in' | 'out' }[];
};

/** A step is marked from this part of the line's height on: below it nobody would see one. */
const markedPart = 20n;

/**
 * The line of a wallet's worth, and what changed it between its ends. The value of each asset is rounded down, as in the
 * overview; that of each move towards zero. Prices are what is left of the change without the moves, so that the three parts
 * add up to the unit. Pure.
 */
export function computeWorth(assets: readonly WorthAsset[], count: number): Worth {
  const points = Array.from({ length: count }, (_, point) => worthAt(assets, point));
  const sincePoint = points.findIndex((value) => value !== undefined);
  const [first, last] = [points[sincePoint], points.at(-1)];
  if (first === undefined || last === undefined || sincePoint === count - 1) {
    return { points, change: undefined, marks: [] };
  }
  const moves = assets
    .flatMap((asset) => asset.moves.map((move) => ({ ...move, value: valueOf(move, asset) })))
    .filter(({ point }) => point > sincePoint);
  const total = (rewards: boolean): bigint =>
    moves.reduce((known, { value, isReward }) => (isReward === rewards ? known + value : known), 0n);
  const [amount, inOut, rewards] = [last - first, total(false), total(true)];
  return {
    points,
    change: { sincePoint, amount, inOut, rewards, prices: amount - inOut - rewards },
    marks: markSteps(moves, points),
  };
}

function worthAt(assets: readonly WorthAsset[], point: number): Units | undefined {
  const values: Units[] = [];
  for (const { balances, prices } of assets) {
    const [balance, price] = [balances[point], prices[point]];
    if (balance === undefined || balance === 0n) continue;
    if (price === undefined) return undefined;
    values.push(multiplyFloor(balance, price));
  }
  return sum(values);
}

/** Without a price of its moment a move is worth what it was when the line next knew one: that is where it first counts. */
function valueOf({ amount, point, price }: WorthMove, { prices }: WorthAsset): bigint {
  const by = price ?? prices.slice(point).find((known) => known !== undefined);
  if (by === undefined) return 0n;
  return amount < 0n ? 0n - multiplyFloor(units(-amount), by) : multiplyFloor(units(amount), by);
}

function markSteps(
  moves: readonly (WorthMove & { readonly value: bigint })[],
  points: readonly (Units | undefined)[],
): Worth['marks'] {
  const known = points.filter((value) => value !== undefined);
  const [lowest, highest] = known.reduce<readonly [bigint, bigint]>(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [known[0] ?? 0n, known[0] ?? 0n],
  );
  const byPoint = Map.groupBy(
    moves.filter(({ isReward }) => !isReward),
    ({ point }) => point,
  );
  return [...byPoint]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([point, each]) => {
      const value = each.reduce((added, move) => added + move.value, 0n);
      const size = value < 0n ? -value : value;
      if (size === 0n || size * markedPart < highest - lowest) return [];
      return [{ point, direction: value > 0n ? ('in' as const) : ('out' as const) }];
    });
}
