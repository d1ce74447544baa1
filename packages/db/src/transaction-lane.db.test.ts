import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransactionLane } from './transaction-lane.ts';
import { isDatabaseAwayForAll } from './violations.ts';

// Goal: what one item does wrong meets it alone, and what would meet all meets them at once. Method: a lane over a real database
// whose work fails as PostgreSQL or the way to it would.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** Ten items at one moment, of which the third fails with this code; how many each try had, and what became of them. */
async function tryTen(code: string) {
  const sizes: number[] = [];
  const lane = openTransactionLane<number, number>({
    db: database.asApi,
    work: (_tx, set) => {
      sizes.push(set.length);
      return set.includes(3) ? Promise.reject(failure(code)) : Promise.resolve(set);
    },
    isForAll: isDatabaseAwayForAll,
    setMax: 16,
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, item) => lane.submit(item)));
  return { sizes, failed: outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : [])) };
}

test.each(['22003', '57014'])('a set that fails with %s is done one by one, and one item fails', async (code) => {
  const { sizes, failed } = await tryTen(code);
  expect(failed).toEqual([3]);
  expect(sizes.filter((size) => size === 1).length).toBeGreaterThanOrEqual(9);
});

test.each(['08006', '57P03', '53300'])(
  'a set that fails with %s fails at once, nobody waits for each',
  async (code) => {
    const { sizes, failed } = await tryTen(code);
    expect(failed.length).toBeGreaterThanOrEqual(9);
    expect(sizes.length).toBeLessThanOrEqual(2);
  },
);
