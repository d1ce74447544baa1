import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepNodeReports, listNodeReports } from './node-report-store.ts';
import type { NodeReport } from './open-node-watch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const good: NodeReport = {
  node: '127.0.0.1:8090',
  askedAt: '2026-11-27T12:00:00.000Z',
  version: '4.8.0',
  headBlock: 70_000_000,
  solidBlock: 69_999_981,
  faults: [],
  notes: ['It estimates no energy.'],
};
const silent: NodeReport = {
  node: 'node.example:443',
  askedAt: '2026-11-27T12:00:00.000Z',
  version: '',
  headBlock: null,
  solidBlock: null,
  faults: ['It gave no usable answer (timeout).'],
  notes: [],
};

test('the console reads what each node said last, and nothing of nodes that are not asked any more', async () => {
  expect(await listNodeReports(database.asConsole.kysely)).toEqual([]);
  await keepNodeReports(database.asWorker, [silent, good]);
  expect(await listNodeReports(database.asConsole.kysely)).toEqual([good, silent]);
  const later = { ...good, askedAt: '2026-11-27T13:00:00.000Z', headBlock: 70_001_200, notes: [] };
  await Promise.all([keepNodeReports(database.asWorker, [later]), keepNodeReports(database.asWorker, [later])]);
  expect(await listNodeReports(database.asConsole.kysely)).toEqual([later]);
});
