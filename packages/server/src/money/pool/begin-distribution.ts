import { crashPoint } from '@tern/base/crash-point';
import { newId, type DistributionId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { findPeriod, insertDistribution } from './distribution-store.ts';
import type { Period, PoolSettings } from './distribution.ts';
import { endOfPeriod, scheduleAt, type Schedules } from './pool-schedule.ts';
import { lockSchedules } from './schedule-store.ts';
import { lastTimeBefore } from './schedule.ts';
import { formulaVersion } from './share-pool.ts';

/**
 * Begins the distribution that is due, by the rules its period began with, and fixes those of the period that follows. Returns
 * whether one was begun. Nothing is begun while reward tokens are missing on chain.
 */
export async function beginDistribution(tx: DbTx, settings: PoolSettings): Promise<boolean> {
  const { schedules, now } = await lockSchedules(tx, settings);
  const { startsAt, ...rules } = (await findPeriod(tx)) ?? firstPeriod(schedules, settings, now);
  const endsAt = endOfPeriod(schedules, startsAt, now);
  if (startsAt >= endsAt || (await areIncentivesStopped(tx, 'reward'))) return false;
  crashPoint('r0');
  const id = newId<DistributionId>();
  const next = rulesFrom(schedules, settings, endsAt);
  return await insertDistribution(tx, { id, startsAt, endsAt, formulaVersion, ...rules, next });
}

/** One whole period before the last scheduled time. */
function firstPeriod(schedules: Schedules, settings: PoolSettings, now: Date): Period {
  const schedule = scheduleAt(schedules, now);
  const startsAt = new Date(lastTimeBefore(schedule, now).getTime() - schedule.everyHours * 3_600_000);
  return { startsAt, ...rulesFrom(schedules, settings, startsAt) };
}

function rulesFrom(schedules: Schedules, { closedCountries }: PoolSettings, startsAt: Date): Omit<Period, 'startsAt'> {
  return { shareBasisPoints: scheduleAt(schedules, startsAt).shareBasisPoints, closedCountries };
}
