import type { DraftId, PersonId, WalletId } from '@tern/base/ids';
import { newId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { claimDrafts, findDrafts, insertDrafts, readDraftExpiry, releaseDraft, useOf } from './draft-store.ts';
import type { Draft } from './draft.ts';
import { purgeDrafts } from './purge-drafts.ts';
import { randomAddress } from './testing/sending-world.ts';

// Goal: one confirmation at a time has a draft, a used one is used for ever, and only what nobody used is deleted. Method: drafts
// of people who do not exist, which a superuser stores.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => sql`DELETE FROM withdrawal_drafts`.execute(database.db.kysely));
afterAll(() => database.drop());

/** Stores drafts that end so many seconds from now, and returns them. */
async function store(...endings: readonly number[]): Promise<readonly Draft[]> {
  const drafts = endings.map((seconds): Draft => ({
    ...{ id: newId<DraftId>(), personId: newId<PersonId>(), walletId: newId<WalletId>(), receiverWalletId: null },
    ...{ assetId: 'usdt', networkId: 'tron', settlement: 'chain', receiverClass: 'no-token', ownMove: false },
    ...{ toAddress: randomAddress(), amount: units(5n), fee: units(1n), usdtValue: units(5n) },
    ...{ memo: null, sentTo: null, termsVersion: null, expiresAt: new Date(Date.now() + seconds * 1000) },
  }));
  await transact(database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await insertDrafts(tx, drafts);
  });
  return drafts;
}
const api = () => database.asApi.kysely;
/** How many of these drafts were used by it. */
const use = async (...drafts: readonly Draft[]): Promise<number> => {
  const { numAffectedRows } = await useOf(drafts.map(({ id }) => id)).execute(api());
  return Number(numAffectedRows);
};
const claim = async (...drafts: readonly Draft[]): Promise<readonly (boolean | undefined)[]> => {
  const found = await claimDrafts(api(), drafts);
  return drafts.map(({ id }) => found.get(id)?.claimed);
};
const left = async (): Promise<ReadonlySet<DraftId>> =>
  new Set((await database.db.kysely.selectFrom('withdrawal_drafts').select('id').execute()).map(({ id }) => id));

test('a draft is its person’s own, used or not, expired or not', async () => {
  const [open, over, used] = (await store(60, -1, 60)) as [Draft, Draft, Draft];
  await use(used);
  const strangers = { id: open.id, personId: over.personId };
  const found = await findDrafts(api(), [open, over, used]);
  expect([open, over, used].map(({ id }) => [found.get(id)?.used, found.get(id)?.expired])).toEqual([
    [false, false],
    [false, true],
    [true, false],
  ]);
  expect((await findDrafts(api(), [strangers])).size).toBe(0);
  expect((await claimDrafts(api(), [strangers])).size).toBe(0);
});

test('a draft lasts five minutes', async () => {
  const [earliest, expiry, latest] = [Date.now(), await readDraftExpiry(api()), Date.now()];
  expect(expiry.getTime()).toBeGreaterThanOrEqual(earliest + 300_000 - 1);
  expect(expiry.getTime()).toBeLessThanOrEqual(latest + 300_000);
});

describe('a draft is claimed', () => {
  test('by one of thirty confirmations at once', async () => {
    const [draft] = (await store(60)) as [Draft];
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(draft)));
    expect(claims.filter(([claimed]) => claimed)).toHaveLength(1);
  });

  test('for itself: others in the set and beside it stay as they are', async () => {
    const [claimed, free, beside, used] = (await store(60, 60, 60, 60)) as [Draft, Draft, Draft, Draft];
    await use(used);
    expect(await claim(claimed)).toEqual([true]);
    expect(await claim(claimed, free, used)).toEqual([false, true, false]);
    expect(await claim(beside)).toEqual([true]);
  });

  test('for fifteen seconds, or until it is released', async () => {
    const [draft, other] = (await store(60, 60)) as [Draft, Draft];
    expect(await claim(draft, other)).toEqual([true, true]);
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM claimed_until - clock_timestamp())::float AS seconds
        FROM withdrawal_drafts WHERE id = ${draft.id}`.execute(database.db.kysely);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(15);
    await releaseDraft(api(), draft.id);
    expect(await claim(draft, other)).toEqual([true, false]);
    await sql`UPDATE withdrawal_drafts SET claimed_until = clock_timestamp() WHERE id = ${other.id}`.execute(
      database.db.kysely,
    );
    expect(await claim(draft, other)).toEqual([false, true]);
  });

  test('by nobody while somebody is about to use it, and nobody waits for that', async () => {
    const [draft] = (await store(60)) as [Draft];
    const using = await database.asApi.kysely.startTransaction().execute();
    await useOf([draft.id]).execute(using);
    const asked = transact(database.asApi, async (tx) => {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(tx);
      return (await claimDrafts(tx, [draft])).get(draft.id)?.claimed;
    });
    expect(await asked.catch(() => 'waited until PostgreSQL gave up')).toBe(false);
    await using.commit().execute();
  });
});

test('a draft is used once, and alone', async () => {
  const [draft, other] = (await store(60, 60)) as [Draft, Draft];
  expect(await use(draft)).toBe(1);
  expect(await use(draft)).toBe(0);
  expect(await use(draft, other)).toBe(1);
});

describe('drafts that nobody used', () => {
  const hour = 3_600;

  test('are deleted a day after they ended, so many at a time; those that were used never', async () => {
    const used = await store(-25 * hour, -25 * hour, -25 * hour);
    await use(...used);
    const [first, second, fresh, open] = (await store(-25 * hour, -25 * hour, -23 * hour, 60)) as [
      Draft,
      Draft,
      Draft,
      Draft,
    ];
    expect(await purgeDrafts(database.asWorker, { limit: 1 })).toBe(1);
    expect([...(await left())].filter((id) => id === first.id || id === second.id)).toHaveLength(1);
    expect(await purgeDrafts(database.asWorker, { limit: 10 })).toBe(1);
    expect(await left()).toEqual(new Set([...used, fresh, open].map(({ id }) => id)));
  });

  test('stay where somebody uses one at that moment', async () => {
    const [draft] = (await store(-25 * hour)) as [Draft];
    const using = await database.asApi.kysely.startTransaction().execute();
    await useOf([draft.id]).execute(using);
    const purged = purgeDrafts(database.asWorker, { limit: 10 });
    await untilLocksAwaited(database.db, 1);
    await using.commit().execute();
    expect(await purged).toBe(0);
    expect(await left()).toEqual(new Set([draft.id]));
  });
});
