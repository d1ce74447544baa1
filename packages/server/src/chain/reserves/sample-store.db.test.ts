import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSamples, storeSample, type Sample } from './sample-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('of each day and place the last comparison stays, with how many there were and how many differed', async () => {
  const keep = (sample: Pick<Sample, 'books' | 'chain'>, number: number): Promise<void> =>
    transact(database.asWorker, (tx) =>
      storeSample(tx, {
        ...{ place: 'hot', assetId: 'usdt', staked: 0n },
        ...sample,
        block: { number, id: `b${number}` },
      }),
    );
  await keep({ books: 5n, chain: 5n }, 1);
  await keep({ books: 7n, chain: 6n }, 2);
  await keep({ books: -3n, chain: -3n }, 3);
  const { rows } = await sql`
    SELECT comparisons, differing, books::text AS books, chain::text AS chain, block_number, at > now() - interval '1 hour' AS now
      FROM reserve_days`.execute(database.db.kysely);
  expect(rows).toEqual([{ comparisons: 3, differing: 1, books: '-3', chain: '-3', block_number: '3', now: true }]);
  await sql`UPDATE reserve_days SET day = day - 1`.execute(database.db.kysely);
  await keep({ books: 9n, chain: 8n }, 4);
  const days = await sql`SELECT comparisons, differing FROM reserve_days ORDER BY day`.execute(database.db.kysely);
  expect(days.rows).toEqual([
    { comparisons: 3, differing: 1 },
    { comparisons: 1, differing: 1 },
  ]);
  expect(await listSamples(database.db.kysely)).toHaveLength(1);
});
