import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';
import { compileCache, freeClaims, letTimePass, startIfDown, type CrashWorld } from './crash-world.ts';

/** What was killed where, since the last time all of it was looked at. */
export type KillCounts = Map<string, number>;

/** Where a process died is counted under its point, or under `name` where two processes pass the same one. */
export type Death = {
  readonly point: string;
  readonly passage?: number;
  readonly name?: string;
};

/** How long nothing is helped along, and when a process that does not pass its point is killed where it is. */
const patienceMs = { worker: 1_500, signer: 300, all: 60_000 };
const helpEveryMs = 300;

/** Blocks made ahead of the reader: workers that die early read none, and the next one would have to catch up with all. */
const backlogMax = 60;

/** A start that comes to nothing on a machine under load is made again, as the launcher does. */
const startsMax = 5;

/**
 * Starts a stopped process that dies at a point and waits until it has; what only time brings comes in between. One that
 * does not pass its point is killed in the middle of whatever it does and counted as `missed`.
 */
export async function dieAt(
  { system }: CrashWorld,
  counts: KillCounts,
  victim: 'worker' | 'signer',
  { point, passage = 1, name = point }: Death,
): Promise<void> {
  // Nobody starts without the signer, and nothing is signed without it.
  if (victim === 'worker') await startIfDown(system, 'signer');
  for (let start = 1; ; start += 1) {
    if (victim === 'worker') await freeClaims(system);
    const end = await startAndDie(system, victim, `${point}:${passage}`);
    if (end === 'at its point') return raise(counts, name);
    if (end === 'elsewhere') return raise(counts, 'missed');
    raise(counts, 'started again');
    const log = await readFile(join(system.dataDir, 'logs', `${victim}.log`), 'utf8');
    const said = `${victim} ended by itself and not at ${point}: ${log.trimEnd().split('\n').slice(-3).join('\n')}`;
    if (start === startsMax) throw new Error(said);
    process.stderr.write(`${said}\n`);
  }
}

async function startAndDie(
  system: System,
  victim: 'worker' | 'signer',
  crashAt: string,
): Promise<'at its point' | 'elsewhere' | 'by itself'> {
  const { processes } = system;
  const starting = processes.start(victim, { ...compileCache(system), TERN_CRASH_AT: crashAt }).catch(() => undefined);
  let died = false;
  const ended = processes.ended(victim).then((signal) => {
    died = true;
    return signal;
  });
  const sinceMs = performance.now();
  while (!died) {
    const lastedMs = performance.now() - sinceMs;
    if (lastedMs > patienceMs.all) {
      await processes.kill(victim);
      await starting;
      return 'elsewhere';
    }
    if (lastedMs > patienceMs[victim]) {
      await letTimePass(system);
      if ((await readBacklog(system)) < backlogMax) await system.chain.mine(1);
    }
    await Promise.race([ended, wait(helpEveryMs, undefined, { ref: false })]);
  }
  await starting;
  return (await ended) === 'SIGKILL' ? 'at its point' : 'by itself';
}

export function raise(counts: KillCounts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Blocks the worker has not booked yet, those that can still be reorganised included. */
export async function readBacklog({ chain, db }: System): Promise<number> {
  const { rows } = await sql<{ number: string }>`SELECT block_number AS number FROM deposit_cursor`.execute(db.kysely);
  return (await chain.info()).height - Number(rows[0]?.number ?? 0);
}
