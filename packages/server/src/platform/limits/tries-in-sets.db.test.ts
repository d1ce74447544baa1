import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPauses, giveTriesBack, reserveTries, settleTries, type Try } from './failure-counter-store.ts';
import { factorPauses } from './failure-counter.ts';

// Goal: tries of a set come out as if each had come alone. Method: sets with several of one key, of keys that are paused,
// known or unknown, and sets of two processes over the same keys.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = new Date('2026-11-30T10:00:00Z');
const leaseMs = 30_000;
const newTry = (key = `test:${randomUUID()}`): Try => ({ id: randomUUID(), key });
const api = () => database.asApi.kysely;

async function reserve(tries: readonly Try[], now = start): Promise<readonly string[]> {
  const reserved = await reserveTries(api(), tries, { pauses: factorPauses, now, leaseMs });
  return reserved.map(({ outcome }) => outcome);
}

type Verdict = 'right' | 'wrong' | 'neither';
const settle = (judged: readonly (readonly [Try, Verdict])[], now = start) =>
  settleTries(
    api(),
    judged.map(([each, verdict]) => ({ ...each, verdict })),
    { pauses: factorPauses, now },
  );

/** Has so many tries under the key come out wrong. */
async function fail(key: string, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    const each = newTry(key);
    await reserve([each]);
    await settle([[each, 'wrong']]);
  }
}

async function failuresOf(key: string): Promise<number> {
  const row = await database.db.kysely
    .selectFrom('failure_counters')
    .select('failures')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.failures ?? 0;
}

test('A16 of eight tries under one key in one set five are judged, whoever else is in it', async () => {
  const { key } = newTry();
  const set = [newTry(), ...Array.from({ length: 8 }, () => newTry(key)), newTry()];
  const judged = Array.from({ length: 5 }, () => 'judge');
  expect(await reserve(set)).toEqual(['judge', ...judged, 'wait', 'wait', 'wait', 'judge']);
});

test('A16 each in a set gets the answer of its own key: unknown, known, nearly locked with one under way, locked', async () => {
  const [unknown, known, nearly, locked] = [newTry(), newTry(), newTry(), newTry()];
  await fail(known.key, 2);
  await fail(nearly.key, 4);
  await reserve([newTry(nearly.key)]);
  await fail(locked.key, 5);
  const reserved = await reserveTries(api(), [locked, unknown, nearly, known], {
    pauses: factorPauses,
    now: start,
    leaseMs,
  });
  expect(reserved).toEqual([
    { outcome: 'paused', pausedUntil: new Date(start.getTime() + 3_600_000) },
    { outcome: 'judge' },
    { outcome: 'wait' },
    { outcome: 'judge' },
  ]);
});

test('A16 of two tries of one person in one set of which one was wrong, the wrong one counts', async () => {
  const { key } = newTry();
  await fail(key, 1);
  const [right, wrong] = [newTry(key), newTry(key)];
  await reserve([right, wrong]);
  expect(
    await settle([
      [wrong, 'wrong'],
      [right, 'right'],
    ]),
  ).toEqual([
    { inTime: true, failures: 1, pausedUntil: null },
    { inTime: true, failures: 0, pausedUntil: null },
  ]);
  expect(await failuresOf(key)).toBe(1);
});

test('A16 the fifth wrong one of a set locks, and those beside it are counted for themselves', async () => {
  const [locks, forgiven, left] = [newTry(), newTry(), newTry()];
  for (const [{ key }, times] of [
    [locks, 4],
    [forgiven, 3],
    [left, 2],
  ] as const)
    await fail(key, times);
  await reserve([locks, forgiven, left]);
  const settled = await settle([
    [locks, 'wrong'],
    [forgiven, 'right'],
    [left, 'neither'],
  ]);
  expect(settled[0]).toEqual({ inTime: true, failures: 5, pausedUntil: new Date(start.getTime() + 3_600_000) });
  expect([await failuresOf(locks.key), await failuresOf(forgiven.key), await failuresOf(left.key)]).toEqual([5, 0, 2]);
});

test('a set whose process died counts while it could be judged, then for nothing; what is judged later is not in time', async () => {
  const { key } = newTry();
  const dead = Array.from({ length: 5 }, () => newTry(key));
  expect(await reserve(dead)).toEqual(dead.map(() => 'judge'));
  expect(await reserve([newTry(key), newTry()])).toEqual(['wait', 'judge']);
  const later = new Date(start.getTime() + leaseMs);
  expect(await reserve([newTry(key), newTry()], later)).toEqual(['judge', 'judge']);
  await fail(key, 1);
  const [late] = dead as [Try];
  expect(await settle([[late, 'right']], later)).toEqual([{ inTime: false, failures: 0, pausedUntil: null }]);
  expect(await failuresOf(key)).toBe(1);
});

test('of a set only what is judged within its time is in time, though nobody has cleared it away', async () => {
  const [late, prompt] = [newTry(), newTry()];
  await reserve([late]);
  const later = new Date(start.getTime() + leaseMs);
  await reserve([prompt], later);
  const settled = await settle(
    [
      [late, 'right'],
      [prompt, 'right'],
    ],
    later,
  );
  expect(settled.map(({ inTime }) => inTime)).toEqual([false, true]);
});

test('tries that are given back together count for nothing, and those of others are still under way', async () => {
  const { key } = newTry();
  const tries = Array.from({ length: 5 }, () => newTry(key));
  const { key: other } = newTry();
  await reserve([...tries, ...Array.from({ length: 5 }, () => newTry(other))]);
  await giveTriesBack(
    api(),
    tries.map(({ id }) => id),
  );
  expect(await reserve(Array.from({ length: 5 }, () => newTry(key)))).toEqual(tries.map(() => 'judge'));
  expect(await reserve([newTry(other)])).toEqual(['wait']);
});

test('the pauses of the keys that are asked for are found, until the moment at which they end', async () => {
  const [locked, other, free] = [newTry().key, newTry().key, newTry().key];
  for (const key of [locked, other]) await fail(key, 5);
  const until = new Date(start.getTime() + 3_600_000);
  const before = new Date(until.getTime() - 1);
  expect([...(await findPauses(api(), [locked, free], before))]).toEqual([[locked, until]]);
  expect([...(await findPauses(api(), [locked, free], until))]).toEqual([]);
});

test('A16 sets of several processes over the same people never wait in a ring, and each wrong try counts once', async () => {
  const keys = Array.from({ length: 12 }, () => newTry().key);
  for (const key of keys) await fail(key, 1);
  const verdictOf = (at: number): Verdict => (at % 3 === 0 ? 'neither' : 'wrong');
  const processes = Array.from({ length: 3 }, async (_each, at) => {
    const tries = (at === 1 ? keys.toReversed() : keys).map((key) => newTry(key));
    await reserve(tries);
    await settle(tries.map((each) => [each, verdictOf(keys.indexOf(each.key))]));
  });
  await Promise.all(processes);
  expect(await Promise.all(keys.map(failuresOf))).toEqual(
    keys.map((_key, at) => (verdictOf(at) === 'neither' ? 1 : 4)),
  );
});
