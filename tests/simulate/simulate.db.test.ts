import { databaseUrl, withClient } from '@tern/testkit/template-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPlan } from './plan.ts';
import { runSchedule } from './run-schedule.ts';
import { makeScene, type Scene } from './scene.ts';
import { asksTheMachine, listMachineTimes, virtualSql } from './virtual-sql.ts';
import { installVirtualTime } from './virtual-time.ts';

const schedules = Number(process.env['SIMULATE_SCHEDULES'] ?? 8);
const sceneMs = 240_000;

let scene: Scene;
let uninstall: () => void;
beforeAll(async () => {
  uninstall = installVirtualTime();
  scene = await makeScene(process.env['TERN_TEST_DATABASE_URL'] ?? '');
}, sceneMs);
afterAll(async () => {
  await scene.close();
  uninstall();
});

test('no function, default, view, trigger or check of the simulated database asks the machine for time or chance', async () => {
  const url = databaseUrl(scene.clusterUrl, scene.database);
  const left = await withClient(url, async (client) => {
    const planted =
      'CREATE FUNCTION public.planted() RETURNS timestamptz LANGUAGE sql AS $$ SELECT clock_timestamp() $$';
    await client.query(`BEGIN; ${planted}`);
    const found = await listMachineTimes(client);
    await client.query('ROLLBACK');
    return [found, await listMachineTimes(client)];
  });
  expect(left).toEqual([[expect.stringContaining('planted')], []]);
});

test.each([
  ['SELECT now(), clock_timestamp()', 'SELECT sim.began(), sim.now()'],
  ['VALUES (statement_timestamp ( ), CURRENT_TIMESTAMP)', 'VALUES (sim.now(), sim.began())'],
  ['SELECT gen_random_uuid(), random()', 'SELECT sim.uuid(), sim.random()'],
  ['SELECT sim.now(), known_now()', 'SELECT sim.now(), known_now()'],
])('a statement tells virtual time: %s', (text, virtual) => {
  expect(virtualSql(text)).toBe(virtual);
  expect(asksTheMachine(virtual)).toBe(false);
});

test('a clock that has no virtual one is refused', () => {
  expect(() => virtualSql('SELECT timeofday()')).toThrow('a clock that the simulator does not know: timeofday');
});

test('the same seed is the same schedule, step for step', async () => {
  const plan = drawPlan(3);
  const [first, second] = [await runSchedule(scene, plan), await runSchedule(scene, plan)];
  expect(second.digest).toBe(first.digest);
  expect((await runSchedule(scene, { ...plan, seed: 4 })).digest).not.toBe(first.digest);
});

describe('whatever comes first and whatever goes wrong, money is where it belongs', () => {
  test.each(Array.from({ length: schedules }, (_, at) => at + 1))('schedule %i', async (seed) => {
    const { violations, tail } = await runSchedule(scene, drawPlan(seed));
    expect(violations, tail.join('\n')).toEqual([]);
  });
});
