import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@tern/testkit/system/until';
import type { Draw } from '../campaigns/draw.ts';
import { findUnclearAnswers } from './clear-answers.ts';
import type { Fault, Note } from './faults.ts';
import type { OtherPrograms } from './other-programs.ts';
import { withOwner, type Probe, type RowProbe } from './probes.ts';
import { connectionsPlanned } from './proxy-settings.ts';
import type { Stage } from './stage.ts';
import type { TallyLine } from './tally.ts';
import type { Traffic } from './traffic.ts';

export type Watch = {
  readonly writes: Probe;
  readonly rows: RowProbe;
  readonly reads: Probe;
  readonly connections: ConnectionWatch;
  readonly others: OtherPrograms;
};

/** What striking once gives; the campaign adds which round it was. */
export type Strike = Omit<TallyLine, 'date' | 'seed' | 'round' | 'postgresql' | 'patroni'>;

export type ConnectionWatch = {
  /** As many as there were a moment ago; Infinity before the first look. */
  readonly last: () => number;
  readonly takeMax: () => number;
  readonly stop: () => Promise<void>;
};

const backWithinMs = 120_000;
/** A PgBouncer that nobody reaches any more, and that goes on, parts with its connections within `server_idle_timeout`. */
const partedWithinMs = 90_000;
/** How long it is watched after everybody writes again, and once more after the machine is repaired. */
const afterwardsMs = 3_000;

/** Strikes once, waits until people write again, repairs the machine, lets everything under way end, and looks at all of it. */
export async function strikeOnce(
  stage: Stage,
  {
    fault,
    draw,
    watch,
    traffic,
    look,
  }: {
    readonly fault: Fault;
    readonly draw: Draw;
    readonly watch: Watch;
    readonly traffic: Traffic;
    /** Looks at everything, and says what is wrong. */
    readonly look: () => Promise<readonly string[]>;
  },
): Promise<Strike> {
  await stage.cluster.whole();
  // Those that the fault before left are not this one's.
  await until('the planned connections', () => watch.connections.last() <= connectionsPlanned, partedWithinMs);
  watch.connections.takeMax();
  const before = new Map(traffic.answers);
  // Not always at the same place of what everybody is doing.
  await wait(500 + draw.below(1_500));
  watch.others.takeMean();
  const fromMs = performance.now();
  const violations: string[] = [];
  let noted: Parameters<Note>[0] = {};
  const repair = await fault.strike(stage, draw, (figures) => {
    noted = figures;
  });
  await wait(afterwardsMs);
  let repairedMs = 0;
  try {
    await untilBoth(watch);
  } finally {
    repairedMs = performance.now();
    violations.push(...((await repair()) ?? []));
  }
  await stage.cluster.whole();
  const wholeMs = Math.round(performance.now() - repairedMs);
  await untilBoth(watch);
  await wait(afterwardsMs);
  const toMs = performance.now();
  const others = Math.round(watch.others.takeMean() * 100) / 100;
  await traffic.pause();
  // What was found before is kept, whatever does not end.
  violations.push(...(await look().catch((error: unknown) => [`nobody could look: ${String(error)}`])));
  const lost = await watch.rows.findLost();
  traffic.resume();
  const [writesMs, rowsMs, readsMs] = [watch.writes, watch.rows, watch.reads].map((probe) =>
    Math.round(probe.longestGapMs(fromMs, toMs)),
  ) as [number, number, number];
  const connectionsMax = watch.connections.takeMax();
  const answers = {
    ...addUp(before, traffic.answers),
    ...named('probe ', watch.writes.others(fromMs)),
    ...named('read ', watch.reads.others(fromMs)),
  };
  if (writesMs > fault.boundMs) violations.push(`no write of the wallet for ${writesMs} ms; at most ${fault.boundMs}`);
  if (lost.length > 0) violations.push(`confirmed and lost: rows ${lost.slice(0, 10).join(', ')}`);
  const planned = connectionsPlanned * (fault.leavesConnections === true ? 2 : 1);
  if (connectionsMax > planned) violations.push(`${connectionsMax} connections; planned are ${planned}`);
  violations.push(...findUnclearAnswers(answers, { cutsConnections: fault.cutsConnections === true }));
  const figures = { writesMs, rowsMs, readsMs, wholeMs, lostRows: lost.length, connectionsMax, others, ...noted };
  return { fault: fault.name, ...figures, answers, violations };
}

/** The wallet and the database confirm again. */
async function untilBoth({ writes, rows }: Watch): Promise<void> {
  const sinceMs = performance.now();
  await until('writes again', () => writes.lastYesMs() > sinceMs && rows.lastYesMs() > sinceMs, backWithinMs);
}

function addUp(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Record<string, number> {
  const entries = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

function named(prefix: string, counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].map(([name, count]) => [`${prefix}${name}`, count]));
}

const lookEveryMs = 1_000;

/** Looks at `pg_stat_activity` of whoever leads; the campaign's own connections and Patroni's are not counted. */
export function watchConnections(cluster: Stage['cluster']): ConnectionWatch {
  let [last, max] = [Infinity, 0];
  let stopped = false;
  const loop = async (): Promise<void> => {
    while (!stopped) {
      last = await withOwner(cluster, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename LIKE 'tern\\_%'`,
        );
        return rows[0]?.count ?? 0;
      }).catch(() => 0);
      max = Math.max(max, last);
      await wait(lookEveryMs);
    }
  };
  const done = loop();
  return {
    last: () => last,
    takeMax: () => {
      const taken = max;
      max = 0;
      return taken;
    },
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}
