import type { PersonId } from '@tern/base/ids';
import { newId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LimitKey } from './limit-key.ts';
import { limitKey } from './limit-key.ts';
import { moveHit, returnHit, takeHit } from './rate-window-store.ts';

// Goal: within any period of its length a window lets through as many hits as it allows, and no hit of another key plays a part.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const api = () => database.asApi.kysely;
const newKey = (): LimitKey => limitKey('test', newId<PersonId>());
/** So many milliseconds after the beginning. */
const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 30, 10) + ms);
const take = (key: LimitKey, limit: number, ms: number) => takeHit(api(), { key, limit, windowMs: 60_000 }, at(ms));
/** The hits that are stored, as milliseconds after the beginning. */
async function hitsOf(key: LimitKey): Promise<readonly number[]> {
  const row = await database.db.kysely
    .selectFrom('rate_windows')
    .select('hits')
    .where('key', '=', key)
    .executeTakeFirst();
  return (row?.hits ?? []).map((hit) => hit.getTime() - at(0).getTime());
}
async function takeAll(key: LimitKey, moments: readonly number[]): Promise<void> {
  for (const ms of moments) expect(await take(key, 10, ms)).toBeUndefined();
}

test('of twenty hits at once as many get through as the window allows', async () => {
  const key = newKey();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => take(key, 5, 0)));
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(5);
});

test('a hit leaves its window to the millisecond, and the one that is refused until then hears how long', async () => {
  const [key, neighbour] = [newKey(), newKey()];
  await takeAll(neighbour, [-30_000, 20_000]);
  await takeAll(key, [0, 10_000]);
  expect(await take(key, 2, 15_000)).toEqual({ retryAfterMs: 45_000 });
  expect(await take(key, 2, 59_999)).toEqual({ retryAfterMs: 1 });
  expect(await take(key, 2, 60_000)).toBeUndefined();
  expect(await hitsOf(key)).toEqual([10_000, 60_000]);
});

test('after a limit was lowered a hit that has just left is not waited for', async () => {
  const key = newKey();
  await takeAll(key, [0, 10_000, 20_000]);
  expect(await take(key, 2, 60_000)).toEqual({ retryAfterMs: 10_000 });
});

describe('a hit that was taken for a try', () => {
  test('counts from the moment at which the try was judged, and none of another key does', async () => {
    const [key, neighbour] = [newKey(), newKey()];
    for (const each of [key, neighbour]) await takeAll(each, [0, 10_000, 20_000]);
    await moveHit(api(), key, { from: at(10_000), to: at(30_000) });
    expect(await hitsOf(key)).toEqual([0, 20_000, 30_000]);
    expect(await hitsOf(neighbour)).toEqual([0, 10_000, 20_000]);
  });

  test('counts too where it has left the window meanwhile', async () => {
    const key = newKey();
    await takeAll(key, [20_000]);
    await moveHit(api(), key, { from: at(0), to: at(70_000) });
    expect(await hitsOf(key)).toEqual([20_000, 70_000]);
  });

  test('is given back alone, where it is there', async () => {
    const [key, neighbour] = [newKey(), newKey()];
    for (const each of [key, neighbour]) await takeAll(each, [0, 10_000, 20_000]);
    await returnHit(api(), key, at(10_000));
    await returnHit(api(), key, at(11_000));
    expect(await hitsOf(key)).toEqual([0, 20_000]);
    expect(await hitsOf(neighbour)).toEqual([0, 10_000, 20_000]);
  });
});
