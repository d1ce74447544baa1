import { newId, type DistributionId } from '@tern/base/ids';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';

/** A distribution with nobody in it, whose period ended so many days ago. Returns its id. */
export async function addDistribution({ db }: Pick<TestDatabase, 'db'>, daysAgo: number): Promise<DistributionId> {
  const id = newId<DistributionId>();
  await sql`
    INSERT INTO distributions (id, starts_at, ends_at, state, waits_for, formula_version, share_basis_points, closed_countries,
      pool, distributed, remainder, total_weight, holders, swap_rewards, root, closed_at, next_share_basis_points,
      next_closed_countries)
    VALUES (${id}, now() - make_interval(days => ${daysAgo + 1}), now() - make_interval(days => ${daysAgo}), 'closed', '{}', 1, 1000,
      '{}', 0, 0, 0, 0, 0, 0, sha256(''), now(), 1000, '{}')`.execute(db.kysely);
  return id;
}
