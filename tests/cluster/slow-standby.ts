import { setTimeout as wait } from 'node:timers/promises';
import { holds, readAlarmRules } from '@tern/testkit/alarm-rules';
import pg from 'pg';
import type { Stage } from './stage.ts';

const alarm = 'StandbySlow';
/** As long as the rule asks for. */
const lastsForMs = 60_000;
const firesWithinMs = 150_000;
/** Below `wal_sender_timeout`, after which the leader would part with the standby and Patroni name another. */
const stoppedForMs = 3_000;
const runsForMs = 50;
const lookEveryMs = 5_000;
/** As long as Prometheus waits unless it is told otherwise: who answers has to ask a database whose commits wait. */
const answersWithinMs = 10_000;

/**
 * What takes the log in on the synchronous standby stands still most of the time, so that nearly every commit waits for seconds.
 * Patroni leaves a standby that answers in its place. Goes on until the alarm has fired at a worker, as Prometheus would see it.
 */
export async function slowStandbyDown({ cluster, system }: Stage): Promise<() => Promise<readonly string[]>> {
  const standby = await cluster.synchronous();
  const receiver = await findReceiver(cluster.urlOf(standby));
  const slow = startSlowing(receiver);
  const metricsUrl = `http://127.0.0.1:${system.settings['WORKER_HEALTH_PORT'] ?? ''}/metrics`;
  const fired = await hasFired(metricsUrl);
  return async () => {
    await slow.stop();
    const isSame = (await cluster.synchronous()) === standby;
    return [
      ...(fired ? [] : [`${alarm} did not fire within ${firesWithinMs} ms of a slow standby`]),
      ...(isSame ? [] : [`${standby} was to be slow, and was replaced`]),
    ];
  };
}

async function findReceiver(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver');
    const [receiver] = rows;
    if (receiver === undefined) throw new Error('the standby takes nothing in');
    return receiver.pid;
  } finally {
    await client.end();
  }
}

function startSlowing(pid: number): { readonly stop: () => Promise<void> } {
  let stopped = false;
  const loop = async (): Promise<void> => {
    while (!stopped) {
      process.kill(pid, 'SIGSTOP');
      await wait(stoppedForMs);
      process.kill(pid, 'SIGCONT');
      await wait(runsForMs);
    }
  };
  // One that is gone has ended by itself; the campaign says so by the standby that was replaced.
  const done = loop().catch(() => undefined);
  return {
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

/** Whether the rule's condition held for as long as it has to, each time that somebody looked. */
async function hasFired(metricsUrl: string): Promise<boolean> {
  const rule = readAlarmRules().find(({ alert }) => alert === alarm);
  if (rule === undefined) throw new Error(`there is no rule ${alarm}`);
  const endMs = performance.now() + firesWithinMs;
  let sinceMs: number | undefined;
  while (performance.now() < endMs) {
    const page = await fetch(metricsUrl, { signal: AbortSignal.timeout(answersWithinMs) })
      .then((answer) => answer.text())
      .catch(() => '');
    const isHolding = page !== '' && holds(rule.expr, page);
    sinceMs = isHolding ? (sinceMs ?? performance.now()) : undefined;
    if (sinceMs !== undefined && performance.now() - sinceMs >= lastsForMs) return true;
    await wait(lookEveryMs);
  }
  return false;
}
