import type { PersonId } from '@tern/base/ids';
import type { DistributionView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { readPage } from '../../platform/read-page.ts';
import { selectDistributions, type FixedDistribution } from './pool-store.ts';

export type ListDistributionsInput = {
  readonly personId: PersonId;
  /** The end of the last one of the page before. */
  readonly before: Date | undefined;
  readonly limit: number;
};

/** A page of past distributions, newest first, each with what this person got. */
export async function listDistributions(
  db: DbReader,
  { personId, before, limit }: ListDistributionsInput,
): Promise<{ readonly distributions: DistributionView[]; readonly nextBefore: string | null }> {
  const { page, last } = await readPage(limit, (most) => selectDistributions(db, { personId, before, limit: most }));
  return { distributions: page.map(render), nextBefore: last?.endsAt.toISOString() ?? null };
}

function render(distribution: FixedDistribution): DistributionView {
  return {
    id: distribution.id,
    startsAt: distribution.startsAt.toISOString(),
    endsAt: distribution.endsAt.toISOString(),
    state: distribution.state,
    pool: unitsToWire(distribution.pool),
    distributed: unitsToWire(distribution.distributed),
    remainder: unitsToWire(distribution.remainder),
    totalWeight: distribution.totalWeight.toString(),
    swapRewards: unitsToWire(distribution.swapRewards),
    holders: distribution.holders,
    reward: unitsToWire(distribution.own),
    root: distribution.root,
  };
}
