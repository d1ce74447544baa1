import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { PoolView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { findIncentiveStanding, needsCountry } from '../incentives/public.ts';
import { findPeriod } from './distribution-store.ts';
import type { Period, PoolSettings } from './distribution.ts';
import { getSchedule, renderSchedule } from './get-schedule.ts';
import type { PoolSchedule } from './pool-schedule.ts';
import { readPoolFigures } from './pool-store.ts';
import { readAverage } from './read-average.ts';
import { lastTimeBefore } from './schedule.ts';
import { shareOfPool } from './share-pool.ts';

/** The pool as it is now, and this person's part in it. Nothing here is kept or guessed: see `readPoolFigures`. */
export async function getPool(db: DbReader, settings: PoolSettings, personId: PersonId): Promise<PoolView> {
  const figures = await readPoolFigures(db, personId);
  const { now, total } = figures;
  const [period, schedule] = await Promise.all([findPeriod(db), getSchedule(db, settings, now)]);
  const from = lastTimeBefore(schedule, now);
  const average = await readAverage(db, { personId, from, until: schedule.nextAt });
  // What is running keeps the rules it began with.
  const { shareBasisPoints, closedCountries } = period ?? { ...settings, ...schedule };
  return toWire({
    total,
    server: now,
    cameIn: figures.cameIn ? { fees: figures.cameIn.fees, topUps: figures.cameIn.topUps } : null,
    nextAmount: shareOfPool(total, shareBasisPoints),
    underWay: figures.openState ?? (await findStandstill(db, { schedule, period, now })),
    today: figures.today,
    earned: figures.earned,
    swapRewards: figures.swapRewards,
    held: figures.held,
    average,
    heldByAll: figures.heldByAll,
    ...renderSchedule(schedule),
    excluded: await findExclusion(db, closedCountries, personId),
  });
}

/** Why the distribution that was due has not begun: only missing tokens hold one up. */
async function findStandstill(
  db: DbReader,
  {
    schedule,
    period,
    now,
  }: { readonly schedule: PoolSchedule; readonly period: Period | undefined; readonly now: Date },
): Promise<'settling' | 'reserves' | null> {
  if (period !== undefined && period.startsAt >= lastTimeBefore(schedule, now)) return null;
  return (await areIncentivesStopped(db, 'reward')) ? 'reserves' : 'settling';
}

async function findExclusion(
  db: DbReader,
  closedCountries: readonly string[],
  personId: PersonId,
): Promise<PoolView['excluded']> {
  const standing = await findIncentiveStanding(db, closedCountries, personId);
  if (standing === 'closed') return 'closed';
  return needsCountry(standing) ? 'no-country' : null;
}
