import { expect } from '@playwright/test';
import { newId, type DistributionId } from '@tern/base/ids';
import { sql } from 'kysely';
import type { Api } from './api.ts';
import { asOwner } from './owner.ts';

/**
 * Has the pool distribute at once, as if this moment were on its schedule: a distribution whose period ends now is begun,
 * and the worker computes and pays it. Resolves with its id when it is paid.
 */
export async function distributeNow(): Promise<DistributionId> {
  const id = newId<DistributionId>();
  await asOwner(async ({ kysely }) => {
    await expect
      .poll(
        async () => {
          const { numAffectedRows } = await sql`
            INSERT INTO distributions
              (id, starts_at, ends_at, state, formula_version, share_basis_points, closed_countries,
               next_share_basis_points, next_closed_countries, waits_for)
            SELECT ${id}, ends_at, clock_timestamp(), 'settling', formula_version, next_share_basis_points,
                   next_closed_countries, next_share_basis_points, next_closed_countries,
                   ARRAY(SELECT virtualtransaction FROM pg_locks
                          WHERE relation = 'ledger.journals'::regclass AND mode = 'RowExclusiveLock' AND granted)
              FROM distributions WHERE state = 'closed' ORDER BY ends_at DESC LIMIT 1
            ON CONFLICT DO NOTHING`.execute(kysely);
          return numAffectedRows;
        },
        { intervals: [200], timeout: 60_000 },
      )
      .toBe(1n);
    await expect
      .poll(
        async () =>
          (await sql<{ state: string }>`SELECT state FROM distributions WHERE id = ${id}`.execute(kysely)).rows[0]
            ?.state,
        { intervals: [200], timeout: 60_000 },
      )
      .toBe('closed');
  });
  return id;
}

/** What the pool has given somebody, in base units. */
async function readPoolRewards(api: Api): Promise<bigint> {
  return BigInt((await api.pool.pool({})).earned);
}

/**
 * Looks, knowing what the pool has given this person. Where another test or the schedule has the pool distribute meanwhile,
 * it looks again.
 */
export async function withPoolRewards(api: Api, look: (given: bigint) => Promise<void>): Promise<void> {
  for (;;) {
    const given = await readPoolRewards(api);
    const fault = await look(given).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if ((await readPoolRewards(api)) !== given) continue;
    if (fault !== undefined) throw fault.error;
    return;
  }
}
