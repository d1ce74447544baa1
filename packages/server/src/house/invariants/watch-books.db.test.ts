import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeGap, openGap } from '../../chain/reserves/public.ts';
import type { Breach } from './breach.ts';
import { findBooksHealth } from './find-books-health.ts';
import { findBreaches } from './find-breaches.ts';
import { findShortages } from './find-shortages.ts';
import { watchBooks, type WatchBooksDeps } from './watch-books.ts';

// The checks themselves are shown in tests/flows/invariants.flow.test.ts, on books of a whole system.
const short: Breach = { invariant: 'I09', finding: 'the hot wallet lacks usdt' };

let database: TestDatabase;
let told: Breach[];

beforeEach(async () => {
  database ??= await createTestDatabase();
  told = [];
  await sql`TRUNCATE book_alarms`.execute(database.db.kysely);
  await sql`UPDATE book_inspections SET claimed_until = NULL, inspected_at = NULL, full_at = NULL`.execute(
    database.db.kysely,
  );
});
afterAll(() => database.drop());

const watch = (found: readonly Breach[], change: Partial<WatchBooksDeps> = {}) =>
  watchBooks({
    db: database.asWorker,
    findOthers: () => Promise.resolve(found),
    onBreach: (breach) => told.push(breach),
    ...change,
  });

/** As if the last look, and the last at everything, had been longer ago. */
const pass = (minutes: number) =>
  sql`UPDATE book_inspections SET inspected_at = inspected_at - make_interval(mins => ${minutes}),
    full_at = full_at - make_interval(mins => ${minutes})`.execute(database.db.kysely);

const health = () => findBooksHealth(database.asApi.kysely);

describe('the watch over the books', () => {
  test.each([{}, { since: new Date(0) }])('X07 reads all it needs with the rights of the worker: %j', async (scope) => {
    const found = database.asWorker.kysely.transaction().execute((tx) => findBreaches(tx, scope));
    expect(await found).toEqual([]);
  });

  test('looks once a minute, however many workers ask', async () => {
    let inspections = 0;
    const findOthers = () => Promise.resolve((inspections += 1)).then(() => []);
    await Promise.all(Array.from({ length: 5 }, () => watch([], { findOthers })));
    await watch([], { findOthers });
    expect(inspections).toBe(1);
    await pass(1);
    await watch([], { findOthers });
    expect(inspections).toBe(2);
  });

  test('tells of a breach once and keeps its alarm while only what is recent is read', async () => {
    expect(await watch([])).toEqual([]);
    await pass(1);
    expect(await watch([short])).toEqual(['I09']);
    await pass(1);
    expect(await watch([short])).toEqual(['I09']);
    await pass(1);
    expect(await watch([])).toEqual(['I09']);
    expect(told).toEqual([short]);
    expect(await health()).toEqual({ ok: false, detail: 'contradict themselves: I09' });
  });

  test('ends an alarm when a look at everything, ten minutes later, no longer finds it', async () => {
    await watch([short]);
    await pass(11);
    expect(await watch([])).toEqual([]);
    expect(await health()).toEqual({ ok: true, detail: 'agree' });
  });

  test('looks again at once after a look that failed', async () => {
    const findOthers = () => Promise.reject(new Error('the node is away'));
    await expect(watch([], { findOthers })).rejects.toThrow('the node is away');
    expect(await health()).toEqual({ ok: true, detail: 'not looked at yet' });
    expect(await watch([short])).toEqual(['I09']);
  });

  test('is handed over at once by a worker that stops in the middle of it', async () => {
    const stop = new AbortController();
    // Its reading waits for this table.
    const holder = await database.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE ledger.accounts IN ACCESS EXCLUSIVE MODE');
    const stopped = watch([], { stopping: stop.signal });
    await untilLocksAwaited(database.db, 1);
    stop.abort();
    await expect(stopped).rejects.toThrow('the worker stops');
    await holder.query('COMMIT');
    holder.release();
    expect(await watch([short])).toEqual(['I09']);
  });

  test('what is missing on the chain is told from its comparison on until it closes, whenever the books are looked at', async () => {
    await watch([]);
    expect(await health()).toEqual({ ok: true, detail: 'agree' });
    const gap = { assetId: 'usdt', missing: units(23_000_000n), blockNumber: 7 } as const;
    const subjects = ['hot', 'liabilities'] as const;
    for (const subject of subjects) await transact(database.asWorker, (tx) => openGap(tx, { ...gap, subject }));
    expect(await health()).toEqual({ ok: false, detail: 'contradict themselves: I04, I09' });
    await pass(1);
    // The worker's own look finds the same, so the name is told once.
    expect(await watch(await findShortages(database.asWorker.kysely))).toEqual(['I04', 'I09']);
    expect(await health()).toEqual({ ok: false, detail: 'contradict themselves: I04, I09' });
    for (const subject of subjects) await transact(database.asWorker, (tx) => closeGap(tx, { ...gap, subject }));
    await pass(11);
    await watch(await findShortages(database.asWorker.kysely));
    expect(await health()).toEqual({ ok: true, detail: 'agree' });
  });

  test('shows that nobody has looked for too long', async () => {
    await watch([]);
    await pass(31);
    expect(await health()).toEqual({ ok: false, detail: 'not looked at for too long' });
  });

  test('keeps findings from the role that answers the public', async () => {
    const reading = sql`SELECT finding FROM book_alarms`.execute(database.asApi.kysely);
    await expect(reading).rejects.toThrow('permission denied');
  });
});
