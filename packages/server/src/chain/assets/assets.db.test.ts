import { carryOutChange } from '@tern/testkit/carry-out-change';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAsset, listAssetClosings, openAsset } from './asset-closing-store.ts';
import { closeAssetNow } from './testing/close-asset-now.ts';

// Goal: a coin is never closed from one moment to the next, and what was decided when can be read later.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const close = () =>
  carryOutChange(database, { kind: 'asset', assetId: 'trx', open: false }, (tx) => closeAsset(tx, 'trx'));
const open = () =>
  carryOutChange(database, { kind: 'asset', assetId: 'trx', open: true }, (tx) => openAsset(tx, 'trx'));
const shown = async () => (await listAssetClosings(database.asApi.kysely)).get('trx');

test('O10 closing counts a day later, is told until then, and can be taken back; opening counts at once', async () => {
  const from = await close();
  expect(await shown()).toEqual({ from, closed: false });
  expect((from?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await close()).toBeUndefined();
  expect(await open()).toBe(true);
  expect(await open()).toBe(false);
  expect(await shown()).toBeUndefined();
  await closeAssetNow(database, 'trx');
  expect(await shown()).toMatchObject({ closed: true });
  expect(await open()).toBe(true);
  const { rows } = await sql`SELECT FROM asset_closings WHERE opened_at IS NOT NULL`.execute(database.db.kysely);
  expect(rows).toHaveLength(2);
});

test('two who close it at once close it once', async () => {
  const outcomes = await Promise.all([close(), close(), close()]);
  expect(outcomes.filter((from) => from !== undefined)).toHaveLength(1);
  expect(await open()).toBe(true);
});

test.each([
  [
    'closes without notice',
    sql`INSERT INTO asset_closings (asset_id, decided_at, closes_at) VALUES ('trx', now(), now() + interval '23 hours')`,
    'asset_closings_notice_check',
  ],
  ['closes earlier than was told', sql`UPDATE asset_closings SET closes_at = now()`, 'permission denied'],
  ['takes a line out', sql`DELETE FROM asset_closings`, 'permission denied'],
])('O10 nothing the product runs as %s', async (_, statement, refusal) => {
  await expect(statement.execute(database.asConsole.kysely)).rejects.toThrow(refusal);
});
