import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityWorld, type IdentityWorld } from '../../people/identity/testing/identity-world.ts';
import { factorPauses, passwordPauses } from './failure-counter.ts';
import { judgeTry, type Verdict } from './judge-try.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

const newKey = (): string => `test:${randomUUID()}`;
const judge = (key: string, verdict: Verdict<null>['verdict'], pauses = factorPauses) =>
  judgeTry(world.deps, { key, pauses }, async () => ({ verdict, value: null }));
const failuresOf = async (key: string): Promise<number> => {
  const row = await world.database.db.kysely
    .selectFrom('failure_counters')
    .select('failures')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.failures ?? 0;
};

test('A16 of 100 parallel wrong tries exactly five are looked at, and the others are told of the lock', async () => {
  const key = newKey();
  let looks = 0;
  const tries = Array.from({ length: 100 }, () =>
    judgeTry(world.deps, { key, pauses: factorPauses }, async () => {
      looks += 1;
      return { verdict: 'wrong', value: null };
    }),
  );
  const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome);
  expect(looks).toBe(5);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'paused')).toHaveLength(95);
});

test('A18 of forty parallel right tries every one is judged, and none hears of a lock', async () => {
  const key = newKey();
  const judged = await Promise.all(Array.from({ length: 40 }, () => judge(key, 'right')));
  expect(new Set(judged.map(({ outcome }) => outcome))).toEqual(new Set(['right']));
  expect(await failuresOf(key)).toBe(0);
});

test('A18 a right try waits for the wrong ones before it, and is refused only once they have locked', async () => {
  const key = newKey();
  for (let round = 0; round < 4; round += 1) await judge(key, 'wrong');
  const held = Promise.withResolvers<Verdict<null>>();
  const looking = Promise.withResolvers<void>();
  const last = judgeTry(world.deps, { key, pauses: factorPauses }, () => {
    looking.resolve();
    return held.promise;
  });
  await looking.promise;
  const right = judge(key, 'right');
  held.resolve({ verdict: 'neither', value: null });
  expect((await last).outcome).toBe('neither');
  expect((await right).outcome).toBe('right');
});

test('a try that was never judged counts for nothing, however often', async () => {
  const key = newKey();
  for (let round = 0; round < 30; round += 1) {
    const never = judgeTry(world.deps, { key, pauses: passwordPauses }, async () => {
      throw problem('UNAVAILABLE');
    });
    await expect(never).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  expect(await failuresOf(key)).toBe(0);
  expect((await judge(key, 'right', passwordPauses)).outcome).toBe('right');
});

test('tries whose process died count while they could be judged, then for nothing', async () => {
  const key = newKey();
  for (let round = 0; round < 5; round += 1) {
    // What a process that was killed between reserving and judging leaves behind.
    await world.database.db.pool.query('SELECT reserve_try(gen_random_uuid(), $1, $2, $3, $4)', [
      key,
      factorPauses,
      world.clock.now(),
      '30 seconds',
    ]);
  }
  const { rows } = await world.database.db.pool.query<{ outcome: string }>(
    'SELECT outcome FROM reserve_try(gen_random_uuid(), $1, $2, $3, $4)',
    [key, factorPauses, world.clock.now(), '30 seconds'],
  );
  expect(rows).toEqual([{ outcome: 'wait' }]);
  world.clock.advance(30_000);
  expect((await judge(key, 'wrong')).outcome).toBe('wrong');
  expect(await failuresOf(key)).toBe(1);
});

test('what is judged after its time is refused, and counts if it was wrong', async () => {
  const key = newKey();
  const late = (verdict: 'right' | 'wrong') =>
    judgeTry(world.deps, { key, pauses: factorPauses }, async () => {
      world.clock.advance(30_000);
      return { verdict, value: null };
    });
  expect((await late('wrong')).outcome).toBe('wrong');
  await expect(late('right')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await failuresOf(key)).toBe(1);
});

test('a right try ends the row of wrong ones, one that is neither leaves it', async () => {
  const key = newKey();
  await judge(key, 'wrong');
  await judge(key, 'wrong');
  await judge(key, 'neither');
  expect(await failuresOf(key)).toBe(2);
  await judge(key, 'right');
  expect(await failuresOf(key)).toBe(0);
});

test('each pause begins with the wrong try that it follows, and one try is looked at after it', async () => {
  const key = newKey();
  for (let round = 0; round < 5; round += 1) await judge(key, 'wrong', passwordPauses);
  expect((await judge(key, 'right', passwordPauses)).outcome).toBe('paused');
  world.clock.advance(30_000);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => judge(key, 'wrong', passwordPauses)));
  expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(1);
  expect(await failuresOf(key)).toBe(6);
});
