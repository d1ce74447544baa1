import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manualClock, systemClock } from '@tern/base/clock';
import { openDiskStore } from '@tern/object-store/open-disk-store';
import { processEnv } from '@tern/testkit/process-env';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../transfers/testing/sending-world.ts';
import { sweepOrphans } from './delete-pictures.ts';
import { createActivityWorld, token, type ActivityWorld } from './testing/activity-world.ts';
import type { ActivityCrashTask } from './testing/run-and-die.ts';

// Goal: whoever is killed at a0 to a3 leaves nothing half done, and the person's next try comes to the one right end.
// Method: real processes that kill themselves there, `ACTIVITY_CRASH_ROUNDS` times at each point.
const rounds = Number(process.env['ACTIVITY_CRASH_ROUNDS'] ?? 1);
let world: ActivityWorld;
let folder: string;
beforeAll(async () => {
  world = await createActivityWorld();
  folder = await mkdtemp(join(tmpdir(), 'activity-crash-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

type Task = ActivityCrashTask extends infer Each ? (Each extends unknown ? Omit<Each, 'databaseUrl'> : never) : never;

/** Runs a process that may be killed at a named point; returns the signal that ended it, or its exit code. */
async function run(task: Task, crashAt = ''): Promise<string | number> {
  const job = { ...task, databaseUrl: task.task === 'pay' ? world.workerUrl : world.apiUrl };
  const script = fileURLToPath(new URL('./testing/run-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    env: processEnv({ TERN_CRASH_AT: crashAt }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}

const stateOf = async ({ personId }: TestPerson): Promise<string> => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM participations WHERE person_id = ${personId}`.execute(world.db.kysely);
  return rows[0]?.state ?? 'none';
};

test('U11 M19 killed at a0 a picture has a file and no row: it is swept away, and the person sends it again', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ana = await world.joiner();
    const file = join(folder, randomUUID());
    await writeFile(file, randomUUID());
    const kept = join(folder, `pictures-${round}`);
    const send = { task: 'send', folder: kept, session: ana, file } as const;
    expect(await run(send, 'a0')).toBe('SIGKILL');
    const namesIn = async () => (await readdir(kept, { recursive: true })).filter((name) => name.endsWith('.webp'));
    expect(await namesIn()).toHaveLength(1);
    const rows = () =>
      sql<{ name: string }>`SELECT name FROM activity_pictures WHERE person_id = ${ana.personId}`.execute(
        world.db.kysely,
      );
    expect((await rows()).rows).toEqual([]);
    const clock = manualClock(new Date(systemClock.nowMs() + 2 * 86_400_000));
    await sweepOrphans({ db: world.asWorker, clock, pictures: await openDiskStore({ folder: kept }) });
    expect(await namesIn()).toEqual([]);
    expect(await run(send)).toBe(0);
    expect((await rows()).rows).toHaveLength(1);
    expect(await namesIn()).toHaveLength(1);
  }
});

test('M19 killed at a1 nothing is handed in, and the same entry is accepted once afterwards', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const activityId = await world.publish();
    const ana = await world.joiner();
    const picture = await world.picture(ana);
    const enter = {
      task: 'enter',
      session: ana,
      activityId,
      externalId: randomUUID().slice(0, 12),
      picture,
    } as const;
    expect(await run(enter, 'a1')).toBe('SIGKILL');
    expect(await stateOf(ana)).toBe('none');
    expect(await run(enter)).toBe(0);
    expect(await stateOf(ana)).toBe('under-review');
    // What was sent once and answered to nobody is not a second try.
    expect(await run(enter)).toBe(0);
    const { rows } = await sql<{ entries: number }>`
      SELECT entries FROM participations WHERE person_id = ${ana.personId}`.execute(world.db.kysely);
    expect(rows).toEqual([{ entries: 1 }]);
  }
});

test('M18 M19 killed at a2 and at a3 a reward is claimed once and paid once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const activityId = await world.publish({ places: 1 });
    const ana = await world.joiner();
    await world.enter(ana, activityId);
    await world.approve(ana, activityId);
    const claim = { task: 'claim', session: ana, activityId, key: randomUUID() } as const;
    expect(await run(claim, 'a2')).toBe('SIGKILL');
    expect(await stateOf(ana)).toBe('approved');
    expect(await run(claim)).toBe(0);
    expect(await run({ task: 'pay' }, 'a3')).toBe('SIGKILL');
    expect(await stateOf(ana)).toBe('claimed');
    expect(await world.available(ana)).toBe(0n);
    expect(await run({ task: 'pay' })).toBe(0);
    expect(await run({ task: 'pay' })).toBe(0);
    expect(await stateOf(ana)).toBe('completed');
    expect(await world.available(ana)).toBe(15n * token);
    expect(await world.funds(activityId)).toBe(0n);
  }
});
