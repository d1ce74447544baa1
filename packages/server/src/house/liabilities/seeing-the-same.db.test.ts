import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeingTheSame } from './seeing-the-same.ts';
import { findBookedBlock } from './snapshot-store.ts';
import { bookBlock } from './testing/tamper.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const [before, after] = [new Date('2026-12-01T10:00:00Z'), new Date('2026-12-01T10:00:03Z')];

test('what is read beside a transaction is what that transaction sees, whatever has changed since', async () => {
  const { asWorker } = database;
  await bookBlock(database.db, before);
  const beside = await transact(
    asWorker,
    async (tx) => {
      expect((await findBookedBlock(tx))?.at).toEqual(before);
      await bookBlock(database.db, after);
      expect((await transact(asWorker, findBookedBlock))?.at).toEqual(after);
      return await seeingTheSame(asWorker, tx, findBookedBlock);
    },
    { isolation: 'repeatable read' },
  );
  expect(beside?.at).toEqual(before);
});
