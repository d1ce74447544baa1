import { toWire } from '@tern/base/to-wire';
import { flowField } from '@tern/contracts/routes/console-flows';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { listOpenGaps, type Gap } from '../../chain/reserves/public.ts';
import { flowsClosedByInvariants } from '../../house/flows/public.ts';
import { listBrokenInvariants } from '../../house/invariants/public.ts';
import { measureState, type MeasureStateDeps } from '../../house/metrics/public.ts';
import { listProcesses } from '../../house/processes/public.ts';
import { showPlaces } from '../../house/reconciliation/public.ts';
import { listFlowStops } from '../../platform/flow-stops/public.ts';
import { selectDays } from './activity-store.ts';
import { findAlarms } from './find-alarms.ts';
import { toldSamples } from './told-samples.ts';

export type OverviewDeps = MeasureStateDeps & {
  readonly clock: { readonly now: () => Date };
};

/** How the service is: what is wrong, what is stopped, what is owed and held, and what people did in the last days. */
export async function showOverview(deps: OverviewDeps): Promise<OverviewView> {
  const { db } = deps;
  const [samples, processes, stops, broken, activity, assets, gaps] = await Promise.all([
    measureState(deps),
    listProcesses(db.kysely),
    listFlowStops(db.kysely),
    listBrokenInvariants(db.kysely),
    selectDays(db.kysely),
    showPlaces(db.kysely, deps.hotSettings),
    listOpenGaps(db.kysely),
  ]);
  const closed = flowsClosedByInvariants(broken);
  return toWire({
    now: deps.clock.now(),
    alarms: findAlarms([...samples, ...toldSamples(processes)]).map(({ alarm, about }) => ({
      alarm,
      about: [...about],
    })),
    processes: processes.map(({ process, place, state, startedAt, beatAt, metricsReadAt }) => ({
      ...{ process, place, state },
      startedAt,
      beatAt,
      metricsReadAt,
    })),
    flows: flowField.options.map((flow) => ({
      flow,
      stoppedAt: stops.find((stop) => stop.flow === flow)?.stoppedAt ?? null,
      closed: closed.has(flow),
    })),
    assets: assets.map(({ assetId, money: { owed, custody }, hot, samples: compared }) => {
      const held = Object.values(custody).reduce((sum, amount) => sum + amount, 0n);
      const missing = largestGap(gaps.filter((gap) => gap.assetId === assetId));
      const times = compared.filter(({ place }) => place !== 'deposit').map(({ at }) => at.getTime());
      return {
        assetId,
        reserveBasisPoints: ratioOf(held - missing, owed),
        held,
        owed,
        missing,
        comparedAt: times.length === 0 ? null : new Date(Math.min(...times)),
        hot: {
          available: hot.available,
          floor: hot.level.floor,
          ceiling: hot.level.ceiling,
          verdict: hot.verdict.verdict,
        },
      };
    }),
    activity: activity.map(({ kind, days, yesterdayUntilNow, today }) => ({
      kind,
      days: [...days],
      yesterdayUntilNow,
      today: today.map(({ assetId, amount }) => ({ assetId, amount })),
    })),
  });
}

/** All places together and each of them show the same loss, so the larger of the two counts. */
export function largestGap(gaps: readonly Pick<Gap, 'subject' | 'missing'>[]): bigint {
  const sumOf = (ofAll: boolean): bigint =>
    gaps.filter(({ subject }) => (subject === 'liabilities') === ofAll).reduce((sum, { missing }) => sum + missing, 0n);
  const [places, all] = [sumOf(false), sumOf(true)];
  return places > all ? places : all;
}

/** What is there for what is owed, in hundredths of a percent, rounded down; null where nothing is owed. */
export function ratioOf(held: bigint, owed: bigint): number | null {
  if (owed <= 0n) return null;
  const there = held > 0n ? held : 0n;
  return Number((there * 10_000n) / owed);
}
