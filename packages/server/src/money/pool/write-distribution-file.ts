import type { DistributionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { selectPublishedShares } from './distribution-store.ts';
import { findDistribution, listHouseAccounts, type FixedDistribution } from './pool-store.ts';

const linesPerRead = 5_000;

/**
 * The published file of a distribution, line by line: first what it was computed from, then every share in order. With it
 * anybody computes each reward and the root again. Throws `NOT_FOUND` where there is none.
 */
export async function* writeDistributionFile(db: DbReader, id: DistributionId): AsyncGenerator<string> {
  const distribution = await findDistribution(db, id);
  if (distribution === undefined) throw problem('NOT_FOUND');
  yield `${JSON.stringify(headOf(distribution, await listHouseAccounts(db)))}\n`;
  for (let first = 1; ; first += linesPerRead) {
    const lines = await selectPublishedShares(db, { id, first, limit: linesPerRead });
    if (lines.length === 0) return;
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

/** What a distribution was computed from. */
export function headOf(distribution: FixedDistribution, houseAccounts: readonly string[]) {
  return {
    formulaVersion: distribution.formulaVersion,
    formula:
      'reward = floor(distributed * weight / totalWeight); weight = sum of balance times microseconds of the period',
    startsAt: distribution.startsAt.toISOString(),
    endsAt: distribution.endsAt.toISOString(),
    shareBasisPoints: distribution.shareBasisPoints,
    pool: distribution.pool.toString(),
    distributed: distribution.distributed.toString(),
    remainder: distribution.remainder.toString(),
    swapRewards: distribution.swapRewards.toString(),
    totalWeight: distribution.totalWeight.toString(),
    holders: distribution.holders,
    excluded: {
      accounts: houseAccounts,
      countries: distribution.closedCountries,
      people: 'those who have declared no country',
    },
    root: distribution.root,
  };
}
