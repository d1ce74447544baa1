import { createHash, randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain } from '../../../../../tools/verify/check-chain.ts';
import { checkList, checkOwn } from '../../../../../tools/verify/check-liabilities.ts';
import { readStatement } from '../../../../../tools/verify/read-statement.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../../money/swaps/testing/swap-world.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { getOwnLines } from './get-own-lines.ts';
import { listSnapshots } from './list-snapshots.ts';
import { findDemand } from './public.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { writeChunk } from './write-chunk.ts';

// Goal: two operators can have one more count published, which is checked as any other, and by no number of counts can anybody
// choose the moment of the count of a day.

let world: SwapWorld;
let ana: Swapper;
beforeAll(async () => {
  world = await createSwapWorld();
  ana = await world.person({ usdt: 12n * whole.usdt }, 'DE');
});
afterAll(() => world.drop());

/** The reader has booked the block of this moment. */
async function bookBlock(at: Date): Promise<string> {
  const id = createHash('sha256').update(at.toISOString()).digest('hex');
  await sql`
    INSERT INTO deposit_cursor (block_number, block_id, block_time) VALUES (71198400, ${id}, ${at})
    ON CONFLICT (singleton) DO UPDATE SET block_id = excluded.block_id, block_time = excluded.block_time`.execute(
    world.db.kysely,
  );
  return id;
}

const count = () => takeSnapshot({ db: world.asWorker });
const all = async () =>
  (await listSnapshots(world.asApi.kysely, { before: undefined, limit: 100 })).snapshots.toReversed();
const newest = async () => {
  const last = (await all()).at(-1);
  if (last === undefined) throw new Error('no snapshot');
  return { ...last, read: readStatement(last.statement) };
};
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Resolves with when the second operator agreed. */
async function demand(): Promise<Date> {
  const id = await carryOutChange(world, { kind: 'snapshot' }, (_, change) => Promise.resolve(change.id));
  const found = await findDemand(world.asWorker.kysely);
  expect(found?.changeId).toBe(id);
  return found?.at ?? new Date(0);
}

test('a count that two operators asked for is published beside that of the day, once, and the next day does not follow from it', async () => {
  const now = new Date();
  const first = await bookBlock(now);
  expect(await count()).toBe(true);
  const asked = await demand();
  // This block is from before they agreed.
  await bookBlock(new Date(asked.getTime() - 1));
  expect(await count()).toBe(false);
  await bookBlock(asked);
  expect(await count()).toBe(true);
  expect(await count()).toBe(false);
  const { read, number, day } = await newest();
  expect([number, day, read.demanded, read.due]).toEqual([2, dayOf(asked), true, asked.toISOString()]);

  const tomorrow = dayOf(new Date(now.getTime() + 86_400_000));
  const due = whenDue(tomorrow, first);
  await bookBlock(new Date(due.getTime() - 1));
  expect(await count()).toBe(false);
  await bookBlock(due);
  expect(await count()).toBe(true);
  const next = await newest();
  expect([next.number, next.read.demanded, next.read.due]).toEqual([3, false, due.toISOString()]);
  const published = await all();
  expect(checkChain(published)).toEqual([]);
  const hidden = published.map((each) => ({ ...each, statement: each.statement.replace('\ndemanded', '') }));
  expect(checkChain(hidden)).toEqual(
    expect.arrayContaining([
      'snapshot 2: is not on a later day than the count of a day before',
      'snapshot 2: was due at another moment',
    ]),
  );
});

test('its lists add up, and a person finds their own lines in it', async () => {
  const asked = (await all()).find(({ number }) => number === 2);
  const [number, read] = [2, readStatement(asked?.statement ?? '')] as const;
  for (const asset of read.assets) {
    const check = checkList(number, asset);
    for (let chunk = 0; chunk * 1_024 < asset.lines; chunk += 1)
      check.add(await writeChunk(world.asApi.kysely, { number, assetId: asset.assetId as 'usdt', chunk }));
    expect(check.finish()).toEqual([]);
  }
  const { lines } = await getOwnLines(world.asApi.kysely, { personId: ana.personId, number });
  const own = checkOwn(number, read.assets, lines);
  expect(own.found).toEqual([]);
  expect(own.sums.get('usdt')).toBe(12n * whole.usdt);
});

test.each([
  ['nobody asked for', () => Promise.resolve(randomUUID())],
  [
    'one operator alone proposed',
    async () => {
      const id = randomUUID();
      const proposedBy = await addOperator(world.db, { name: 'olga' });
      await transact(world.asConsole, async (tx) => {
        await sql`INSERT INTO house_changes (id, content, note, proposed_by)
                  VALUES (${id}, '{"kind": "snapshot"}', 'an auditor asks', ${proposedBy})`.execute(tx);
        await recordOperatorAction(tx, { operatorId: proposedBy, kind: 'change-proposed', subject: id });
      });
      return id;
    },
  ],
  [
    'was about something else',
    () =>
      carryOutChange(world, { kind: 'asset', assetId: 'trx', open: true }, (_, change) => Promise.resolve(change.id)),
  ],
])('the worker cannot publish a count that %s', async (_, make) => {
  const changeId = await make();
  const last = await newest();
  const statement = last.statement.replace(/^number .*$/m, 'number 9').replace(/^(previous .*)$/m, '$1\ndemanded');
  const insert = sql`
    INSERT INTO liability_snapshots (number, day, due_at, block_number, block_id, block_time, statement, statement_hash, change_id)
    SELECT 9, day, coalesce((SELECT decided_at FROM house_changes WHERE id = ${changeId}), due_at), block_number, block_id,
           clock_timestamp() + interval '10 days', ${statement}, sha256(convert_to(${statement}, 'UTF8')), ${changeId}
      FROM liability_snapshots WHERE number = 3`;
  await expect(insert.execute(world.asWorker.kysely)).rejects.toThrow('was not asked for by two operators');
});

test('a statement says exactly of those that were asked for that they were', async () => {
  const { statement } = await newest();
  const insert = (text: string) =>
    sql`
      INSERT INTO liability_snapshots (number, day, due_at, block_number, block_id, block_time, statement, statement_hash)
      SELECT 9, day + 5, due_at, block_number, block_id, block_time, ${text}, sha256(convert_to(${text}, 'UTF8'))
        FROM liability_snapshots WHERE number = 3`.execute(world.asWorker.kysely);
  await expect(insert(statement.replace(/^(previous .*)$/m, '$1\ndemanded'))).rejects.toThrow(
    'liability_snapshots_demanded_check',
  );
});
