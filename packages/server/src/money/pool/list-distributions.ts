import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { DistributionView, PublishedDistribution } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { selectDistributions, selectEnded, type FixedDistribution } from './pool-store.ts';

type Page = {
  /** The end of the last one of the page before. */
  readonly before: Date | undefined;
  readonly limit: number;
};

/** A page of past distributions, newest first, each with what this person got. */
export async function listDistributions(
  db: DbReader,
  { personId, before, limit }: Page & { readonly personId: PersonId },
): Promise<{ readonly distributions: DistributionView[]; readonly nextBefore: string | null }> {
  const { page, last } = await readPage(limit, (most) => selectDistributions(db, { personId, before, limit: most }));
  return toWire({
    distributions: page.map((each) => ({ ...render(each), reward: each.own })),
    nextBefore: last?.endsAt ?? null,
  });
}

/** A page of what everybody is shown of past distributions, newest first. */
export async function listPublished(
  db: DbReader,
  { before, limit }: Page,
): Promise<{ readonly distributions: PublishedDistribution[]; readonly nextBefore: string | null }> {
  const { page, last } = await readPage(limit, (most) => selectEnded(db, { before, limit: most }));
  return toWire({ distributions: page.map(render), nextBefore: last?.endsAt ?? null });
}

function render(distribution: Omit<FixedDistribution, 'own'>): PublishedDistribution {
  return toWire({
    id: distribution.id,
    startsAt: distribution.startsAt,
    endsAt: distribution.endsAt,
    state: distribution.state,
    pool: distribution.pool,
    distributed: distribution.distributed,
    remainder: distribution.remainder,
    totalWeight: distribution.totalWeight,
    swapRewards: distribution.swapRewards,
    holders: distribution.holders,
    root: distribution.root,
  });
}
