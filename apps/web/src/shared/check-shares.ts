import type { DistributionProofView, DistributionView } from '@tern/contracts/routes/pool';
import { unitsFromWire } from '@tern/money/units';
import { rootOfPath } from '@tern/proofs/merkle-path';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { weighCourse } from '@tern/proofs/weigh-course';

/** What checking one's own lines of a distribution comes to. */
export type CheckOutcome =
  /**
   * Every line leads to the published root, its reward follows from its weight, this from the wallet's balance, and together they
   * are what was paid. `moves` is how often the balances moved; null where one did so too often to be weighed here, and `uncounted`
   * where tokens were held that did not count: the person had no share of the pool.
   */
  | { readonly outcome: 'right'; readonly lines: number; readonly moves: number | 'uncounted' | null }
  /** No wallet of the person was in it. */
  | { readonly outcome: 'not-in-it' }
  | { readonly outcome: 'wrong'; readonly what: 'root' | 'path' | 'reward' | 'weight' | 'swaps' | 'sum' };

type Fixed = Pick<DistributionView, 'root' | 'distributed' | 'totalWeight' | 'reward' | 'startsAt' | 'endsAt'>;
type Share = DistributionProofView['shares'][number];

/** Checks the lines a person was given against what the distribution publishes, on this device, from the hashes up. Pure. */
export function checkShares(distribution: Fixed, proof: DistributionProofView): CheckOutcome {
  const { shares } = proof;
  if (proof.root !== distribution.root) return { outcome: 'wrong', what: 'root' };
  if (shares.length === 0)
    return distribution.reward === '0' ? { outcome: 'not-in-it' } : { outcome: 'wrong', what: 'sum' };
  if (shares.some((share) => rootOfPath(shareLeaf(share), share.path) !== distribution.root)) {
    return { outcome: 'wrong', what: 'path' };
  }
  const distributed = unitsFromWire(distribution.distributed);
  const totalWeight = BigInt(distribution.totalWeight);
  const partOf = (weight: bigint) => (totalWeight === 0n ? 0n : (distributed * weight) / totalWeight);
  if (shares.some(({ weight, reward }) => partOf(BigInt(weight)) !== unitsFromWire(reward))) {
    return { outcome: 'wrong', what: 'reward' };
  }
  if (!shares.every((share) => followsFromCourse(share, distribution))) return { outcome: 'wrong', what: 'weight' };
  if (!shares.every(followsFromSwaps)) return { outcome: 'wrong', what: 'swaps' };
  const sum = shares.reduce((all, share) => all + unitsFromWire(share.reward) + unitsFromWire(share.swapReward), 0n);
  return sum === unitsFromWire(distribution.reward)
    ? { outcome: 'right', lines: shares.length, moves: countMoves(shares, distribution) }
    : { outcome: 'wrong', what: 'sum' };
}

type Span = Pick<Fixed, 'startsAt' | 'endsAt'>;

/** A weight of 0 says that the wallet does not count, whatever it held. */
function followsFromCourse({ course, weight }: Share, span: Span): boolean {
  if (course === null) return true;
  const weighed = weighCourse(course, span);
  return weighed === BigInt(weight) || (weight === '0' && weighed !== undefined);
}

function followsFromSwaps({ swaps, swapReward }: Share): boolean {
  return swaps.reduce((sum, { reward }) => sum + BigInt(reward), 0n) === BigInt(swapReward);
}

function countMoves(shares: readonly Share[], span: Span): number | 'uncounted' | null {
  if (shares.some(({ course }) => course === null)) return null;
  if (shares.some(({ course, weight }) => course !== null && weight === '0' && weighCourse(course, span) !== 0n))
    return 'uncounted';
  return shares.reduce((sum, { course }) => sum + (course?.moves.length ?? 0), 0);
}
