import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DistributionId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../swaps/testing/swap-world.ts';
import { changeSchedule } from './change-schedule.ts';
import { fundPool } from './fund-pool.ts';
import { getPool } from './get-pool.ts';
import { nextTimeAfter } from './schedule.ts';
import { distributeWhole, poolWorldSettings } from './testing/pool-world.ts';
import { runDistribution } from './testing/run-distribution.ts';
import { writeDistributionFile } from './write-distribution-file.ts';

// Goal: periods are paid by what was published for them, whatever operators decide meanwhile and whoever dies.

const hourMs = 3_600_000;
const settings = poolWorldSettings;
let world: SwapWorld;
let ana: Swapper;
beforeAll(async () => {
  world = await createSwapWorld();
  await fundPool(world.asConsole, { amount: units(1_000n * whole.reward), operator: 'test', key: 'pool' });
  ana = await world.person({ reward: 10n * whole.reward }, 'DE');
  await distributeWhole(world);
});
afterAll(async () => {
  await world.checkBooks();
  await world.drop();
});

async function change(everyHours: 6 | 12 | 24, shareBasisPoints: bigint): Promise<number | undefined> {
  const next = { everyHours, shareBasisPoints };
  const content = { kind: 'pool-schedule', everyHours, shareBasisPoints: Number(shareBasisPoints) } as const;
  return (await carryOutChange(world, content, (tx) => changeSchedule(tx, settings, next)))?.getTime();
}

/** The page, whose countdown is that of the schedule it shows, at that moment. */
async function readPage() {
  const page = await getPool(world.asApi.kysely, settings, ana.personId);
  const { server, everyHours, nextAt, planned } = page;
  expect(nextAt).toBe(nextTimeAfter({ everyHours }, new Date(server)).toISOString());
  for (const { from } of planned) expect(Date.parse(from)).toBeGreaterThanOrEqual(Date.parse(nextAt));
  return page;
}

/** Distributions since a moment, in order. */
async function readSince(startMs: number) {
  const { rows } = await sql<{ id: DistributionId; starts: Date; ends: Date; share: number; state: string }>`
    SELECT id, starts_at AS starts, ends_at AS ends, share_basis_points AS share, state FROM distributions
     WHERE starts_at >= ${new Date(startMs)} ORDER BY ends_at`.execute(world.db.kysely);
  return rows.map(({ starts, ends, ...row }) => ({ ...row, starts: starts.getTime(), ends: ends.getTime() }));
}

async function readLastEnd(): Promise<number> {
  const { rows } = await sql<{ end: Date }>`SELECT max(ends_at) AS end FROM distributions`.execute(world.db.kysely);
  return rows[0]?.end.getTime() ?? 0;
}

test('H09 less of the pool, decided within a period: not before a day, told at once, and up to it a standstill is paid as before', async () => {
  const runs = await readLastEnd();
  const from = (await change(24, 500n)) ?? 0;
  const page = await readPage();
  expect(from - Date.parse(page.server)).toBeGreaterThan(23 * hourMs);
  expect(from % (24 * hourMs)).toBe(0);
  expect(page).toMatchObject({
    shareBasisPoints: 1000,
    planned: [{ from: new Date(from).toISOString(), everyHours: 24, shareBasisPoints: 500 }],
  });
  await letHoursPass(world.db, 72);
  await distributeWhole(world);
  const changedAt = from - 72 * hourMs;
  const [before, ...others] = await readSince(runs - 72 * hourMs);
  expect(before).toMatchObject({ starts: runs - 72 * hourMs, ends: changedAt, share: 1000, state: 'closed' });
  expect(others[0]).toMatchObject({ starts: changedAt, share: 500, state: 'closed' });
  for (const other of others) expect(other.share).toBe(500);
  expect(await readPage()).toMatchObject({ shareBasisPoints: 500, planned: [], underWay: null });
});

test('H09 what was decided by mistake and is worse is taken back before it counts', async () => {
  const worse = (await change(24, 100n)) ?? 0;
  expect((await readPage()).planned).toHaveLength(1);
  const back = (await change(24, 500n)) ?? Number.POSITIVE_INFINITY;
  expect(back).toBeLessThanOrEqual(worse);
  expect((await readPage()).planned).toEqual([]);
  expect(await change(24, 500n)).toBeUndefined();
  const runs = await readLastEnd();
  await letHoursPass(world.db, 72);
  await distributeWhole(world);
  const shares = (await readSince(runs - 72 * hourMs)).map(({ share }) => share);
  expect(new Set(shares)).toEqual(new Set([500]));
});

test('H09 M13 whoever dies around a change, periods end where it begins, and the second implementation computes those before and after it', async () => {
  const runs = await readLastEnd();
  const from = (await change(12, 900n)) ?? 0;
  // Better: from the end of the period that runs, which may be this very moment.
  const page = await readPage();
  expect(page).toMatchObject(
    Date.parse(page.server) < from
      ? { everyHours: 24, shareBasisPoints: 500, planned: [{ everyHours: 12, shareBasisPoints: 900 }] }
      : { everyHours: 12, shareBasisPoints: 900, planned: [] },
  );
  await letHoursPass(world.db, 48);
  const task = { databaseUrl: world.workerUrl, sharesPerChunk: 10 };
  for (const point of ['r0', 'r1']) expect(await runDistribution(task, point)).toBe('SIGKILL');
  await distributeWhole(world);
  const changedAt = from - 48 * hourMs;
  const [before, ...others] = await readSince(runs - 48 * hourMs);
  expect(before).toMatchObject({ ends: changedAt, share: 500, state: 'closed' });
  expect(others[0]).toMatchObject({ starts: changedAt, share: 900, state: 'closed' });
  for (const other of others) expect(other.share).toBe(900);
  expect(await readPage()).toMatchObject({ everyHours: 12, shareBasisPoints: 900, planned: [] });
  expect(await verifyAll()).toMatch(/^(\S+: right\. .*\n){5,}$/);
});

/** What the second implementation says about every distribution there is. */
async function verifyAll(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tern-schedules-'));
  try {
    const paths: string[] = [];
    for (const { id } of await readSince(0)) {
      let text = '';
      for await (const part of writeDistributionFile(world.db.kysely, id)) text += part;
      const path = join(folder, `${paths.length}.jsonl`);
      await writeFile(path, text);
      paths.push(path);
    }
    const script = new URL('../../../../../tools/verify-distribution.ts', import.meta.url).pathname;
    return (await promisify(execFile)(process.execPath, [script, ...paths])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('decided by two at once, one comes after the other', async () => {
  const decided = await Promise.all([change(12, 1_000n), change(6, 1_000n), change(12, 1_100n)]);
  expect(decided).not.toContain(undefined);
  const { rows } = await sql<{ number: number }>`SELECT number FROM pool_schedules ORDER BY number`.execute(
    world.db.kysely,
  );
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  await readPage();
});

const insert = (from: string, worse: boolean) => sql`
  INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
  VALUES (1000, 24, 1000, now(), now() + ${from}::interval, ${worse})`;

test.each([
  ['counts for what has been', insert('0', false), 'pool_schedules_ahead_check'],
  ['gives less within a day', insert('23 hours', true), 'pool_schedules_notice_check'],
  ['changes what was decided', sql`UPDATE pool_schedules SET share_basis_points = 1`, 'permission denied'],
  ['takes out what was decided', sql`DELETE FROM pool_schedules`, 'permission denied'],
])('O10 nothing the product runs as %s', async (_, statement, refusal) => {
  await expect(statement.execute(world.asConsole.kysely)).rejects.toThrow(refusal);
});
