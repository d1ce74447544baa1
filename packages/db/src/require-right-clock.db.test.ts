import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireRightClock } from './require-right-clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const off = (ms: number) => ({ nowMs: () => Date.now() + ms });

test.each([600_000, -600_000, 3_000, -3_000])('X06 a clock %d ms off the database’s is refused', async (ms) => {
  await expect(requireRightClock(database.asApi, off(ms))).rejects.toThrow(/clocks .* differ/);
});

test('X06 a clock that is right is not, nor one that is off by less than anybody would notice', async () => {
  await requireRightClock(database.asApi, off(0));
  await requireRightClock(database.asApi, off(900));
  await requireRightClock(database.asApi, off(-900));
});

test('X06 a slow answer is no wrong clock', async () => {
  let nowMs = Date.now();
  // Each look at the clock is four seconds later than the one before: the answer took that long.
  const slow = { nowMs: () => (nowMs += 4_000) - 4_000 };
  await requireRightClock(database.asApi, slow);
});
