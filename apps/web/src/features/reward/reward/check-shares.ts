import type { DistributionProofView, DistributionView } from '@tern/contracts/routes/pool';
import { unitsFromWire } from '@tern/money/units';
import { rootOfPath } from '@tern/proofs/merkle-path';
import { shareLeaf } from '@tern/proofs/share-leaf';

/** What checking one's own lines of a distribution comes to. */
export type CheckOutcome =
  /** Every line leads to the published root, its reward follows from its weight, and together they are what was paid. */
  | { readonly outcome: 'right'; readonly lines: number }
  /** No wallet of the person was in it. */
  | { readonly outcome: 'not-in-it' }
  | { readonly outcome: 'wrong'; readonly what: 'root' | 'path' | 'reward' | 'sum' };

type Fixed = Pick<DistributionView, 'root' | 'distributed' | 'totalWeight' | 'reward'>;

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
  const sum = shares.reduce((all, share) => all + unitsFromWire(share.reward) + unitsFromWire(share.swapReward), 0n);
  return sum === unitsFromWire(distribution.reward)
    ? { outcome: 'right', lines: shares.length }
    : { outcome: 'wrong', what: 'sum' };
}
