import type { WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { findBalancesAt, type AccountCourse } from '@tern/ledger/find-balances-at';
import { listMovesAfter, listRewardsAfter, type Move } from '@tern/ledger/list-moves-after';
import type { AssetId } from '@tern/money/asset';
import { multiplyRatios, ratio, invert, type Ratio } from '@tern/money/ratio';
import { max, units, zero, type Units } from '@tern/money/units';
import { readPricesAt } from '../../chain/prices/public.ts';
import type { ValuedWallet, WalletValues } from '../../people/wallets/public.ts';
import type { WorthAsset, WorthMove } from './worth.ts';

export type ReadWorthInput = {
  readonly walletId: WalletId;
  /** The last one is now. */
  readonly moments: readonly Date[];
  /** The wallet in the same database transaction. */
  readonly valued: ValuedWallet;
  /** From how many entries on the moves of an account are told as one for each step, at the price of its end. */
  readonly movesMax?: number;
};

export type WorthAssets = {
  readonly assets: readonly WorthAsset[];
  /** What was held or passed on in the time and nobody can value now. */
  readonly without: readonly AssetId[];
};

const defaultMovesMax = 1_000;

/** Reads what each asset of a wallet was and cost at some moments, and what moved between them. */
export async function readWorthAssets(
  tx: DbTx,
  values: Pick<WalletValues, 'findRewardValue'>,
  { walletId, moments, valued, movesMax = defaultMovesMax }: ReadWorthInput,
): Promise<WorthAssets> {
  const courses = await findBalancesAt(tx, { walletId, moments: moments.slice(0, -1) });
  const assets: WorthAsset[] = [];
  const without: AssetId[] = [];
  const pricesAt = await readPricesAt(tx, moments);
  for (const course of courses) {
    const assetId = course.asset;
    const balances = course.points.map(({ balance }) => balance);
    const moves = await readMoves(tx, course, movesMax);
    const most = findMost(balances, moves);
    if (most === zero) continue;
    const now = findPriceNow(values, { assetId, most, valued });
    if (now === undefined) {
      without.push(assetId);
      continue;
    }
    const asItIsNow = (price: Ratio | undefined) => price && multiplyRatios(price, now.deduction);
    const momentsOfMoves = moves.flatMap(({ at }) => (at === undefined ? [] : [at]));
    const priceOfMove = assetId === 'usdt' ? undefined : (await readPricesAt(tx, momentsOfMoves))(assetId);
    let next = 0;
    assets.push({
      assetId,
      balances,
      prices: [
        ...pricesAt(assetId)
          .slice(0, -1)
          .map((price) => asItIsNow(price?.ratio)),
        now.price,
      ],
      moves: moves.map(({ amount, point, isReward, at }): WorthMove => {
        const price = at === undefined ? undefined : priceOfMove?.[next++]?.ratio;
        return { amount, point, isReward, price: asItIsNow(price) };
      }),
    });
  }
  return { assets, without };
}

/** The most that was held at a point. What came and went again between two points was held at none, and is a move all the same. */
function findMost(balances: readonly Units[], moves: readonly PlacedMove[]): Units {
  const held = balances.reduce((one, other) => max(one, other), zero);
  if (held !== zero) return held;
  return moves.reduce((one, { amount }) => max(one, units(amount < 0n ? -amount : amount)), zero);
}

type PriceNow = {
  /** What makes the balance of now its value in the overview, to the unit. */
  readonly price: Ratio;
  /** What a swap of reward tokens takes off their price today: taken off every price of the past, so that the line has no notch at its end. */
  readonly deduction: Ratio;
};

function findPriceNow(
  { findRewardValue }: Pick<WalletValues, 'findRewardValue'>,
  { assetId, most, valued }: { readonly assetId: AssetId; readonly most: Units; readonly valued: ValuedWallet },
): PriceNow | undefined {
  const asset = valued.assets.find((each) => each.assetId === assetId);
  const middle = asset?.price?.ratio;
  if (asset === undefined || asset.value === undefined || middle === undefined) return undefined;
  if (assetId !== 'reward') return { price: middle, deduction: ratio(1n, 1n) };
  const held = asset.balance.posted;
  // A value of a few units says too little of the deduction: then the most that was held says more.
  const told = asset.value >= tellingValue ? held : most;
  const value = told === held ? asset.value : findRewardValue(told);
  if (value === undefined) return undefined;
  const deduction = multiplyRatios(ratio(value, told), invert(middle));
  return { price: held === zero ? ratio(value, told) : ratio(asset.value, held), deduction };
}

/** One USDT: rounding it changes it by less than a millionth. */
const tellingValue = 1_000_000n;

type PlacedMove = Pick<Move, 'amount' | 'isReward'> & {
  readonly point: number;
  /** Undefined for what a whole step came to. */
  readonly at: Date | undefined;
};

/**
 * What moved on an account between the points: each move of its own where they are few; otherwise what each step came to, so
 * that no more is read of a busy account than of another. Rewards are each their own.
 */
async function readMoves(tx: DbTx, course: AccountCourse, movesMax: number): Promise<readonly PlacedMove[]> {
  const { accountId, points } = course;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || last.seq === first.seq) return [];
  const after = first.transferId;
  const isFew = last.seq - first.seq <= BigInt(movesMax);
  const listed = await (isFew ? listMovesAfter : listRewardsAfter)(tx, { accountId, after });
  const placed = listed.map(({ amount, isReward, at, transferId }) => ({
    amount,
    isReward,
    at,
    point: points.findIndex((point) => BigInt(point.transferId ?? 0) >= BigInt(transferId)),
  }));
  return isFew ? placed : [...placed, ...stepsWithout(placed, points)];
}

function stepsWithout(rewards: readonly PlacedMove[], points: AccountCourse['points']): readonly PlacedMove[] {
  return points.flatMap(({ balance }, point) => {
    const before = points[point - 1];
    if (before === undefined) return [];
    const given = rewards.reduce((sum, reward) => (reward.point === point ? sum + reward.amount : sum), 0n);
    const amount = balance - before.balance - given;
    return amount === 0n ? [] : [{ amount, isReward: false, at: undefined, point }];
  });
}
