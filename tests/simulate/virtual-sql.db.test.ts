import { databaseUrl, withClient } from '@tern/testkit/template-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDatabase, makeVirtualTemplate } from './template.ts';
import { asksTheMachine, listMachineTimes, virtualSql } from './virtual-sql.ts';

const clusterUrl = process.env['TERN_TEST_DATABASE_URL'] ?? '';
const name = `tern_sim_${process.pid}_time`;
beforeAll(() => makeVirtualTemplate(clusterUrl, name));
afterAll(() => dropDatabase(clusterUrl, name));

test('no function, default, view, trigger or check of a simulated database asks the machine for time or chance', async () => {
  const [planted, left] = await withClient(databaseUrl(clusterUrl, name), async (client) => {
    await client.query(
      'BEGIN; CREATE FUNCTION public.planted() RETURNS timestamptz LANGUAGE sql AS $$ SELECT clock_timestamp() $$',
    );
    const found = await listMachineTimes(client);
    await client.query('ROLLBACK');
    return [found, await listMachineTimes(client)];
  });
  expect(planted).toEqual([expect.stringContaining('planted')]);
  expect(left).toEqual([]);
});

test('every connection sees a new time at once, whatever its snapshot is, and a transaction keeps when it began', async () => {
  const url = databaseUrl(clusterUrl, name);
  const told = await withClient(url, (reader) =>
    withClient(url, async (setter) => {
      await setter.query("SELECT setval('sim.clock', 1000)");
      await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL sim.began = '1000'");
      const ask = async () =>
        (
          await reader.query<{ now: number; began: number }>(
            'SELECT extract(epoch FROM sim.now())::int AS now, extract(epoch FROM sim.began())::int AS began',
          )
        ).rows[0];
      const before = await ask();
      await setter.query("SELECT setval('sim.clock', 9000)");
      return [before, await ask()];
    }),
  );
  expect(told).toEqual([
    { now: 1, began: 1 },
    { now: 9, began: 1 },
  ]);
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
