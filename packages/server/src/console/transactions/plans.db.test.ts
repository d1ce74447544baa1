import { newOrderedId, type PersonId, type RecordId } from '@tern/base/ids';
import { readRecordNumber, recordNumber } from '@tern/contracts/record-number';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { planOf } from '@tern/testkit/plan-of';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrivalRows } from './arrival-rows-store.ts';
import { itemRows } from './item-rows-store.ts';
import { journalRows } from './journal-rows-store.ts';
import { highestPlace, lowestPlace } from './place.ts';
import { recordRows, type RecordWay } from './record-rows-store.ts';
import { recordsByNumber } from './search-store.ts';
import { anything, type Stretch, type Wanted } from './transaction.ts';

// Goal: every way of looking for transactions reads its own index in the order of the list, whatever is asked for. Method: the plan
// that PostgreSQL keeps for the statement without knowing its values, as it does after a few calls, over twenty thousand records.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { kysely } = database.db;
  await sql`
    INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
    SELECT n, 'T' || lpad(n::text, 33, 'x'), 'mac', now() FROM generate_series(1, 200) AS n`.execute(kysely);
  await sql`
    INSERT INTO wallets (id, person_id, name, address, position, is_default)
    SELECT id, id, 'Main', 'T' || lpad(n::text, 33, 'x'), 0, true
      FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 200) AS n) w`.execute(kysely);
  await sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, pay_address,
      receive_address, source_kind, source_id, folded, created_at)
    SELECT gen_random_uuid(), w.id, w.id, CASE n % 2 WHEN 0 THEN 'incoming' ELSE 'outgoing' END,
           CASE n % 2 WHEN 0 THEN 'in' ELSE 'out' END, CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'success' END,
           CASE n % 3 WHEN 0 THEN 'internal' ELSE 'chain' END, 'usdt', 1 + n % 500, 'T' || n % 900, 'T' || n % 900, 'test',
           n::text, n % 97 = 0, now() - n * interval '1 minute'
      FROM generate_series(1, 20000) AS n
      JOIN (SELECT id, row_number() OVER () AS number FROM wallets) w ON w.number = 1 + n % 200`.execute(kysely);
  await sql`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, to_address, reason, created_at)
    SELECT md5(n::text), 'trc20', 0, 1, 'b', 'T', 'T' || n % 300, 'unlisted-token', now() - n * interval '1 minute'
      FROM generate_series(1, 5000) AS n`.execute(kysely);
  await sql`ANALYZE records, quarantined_inflows, deposits, wallets`.execute(kysely);
});
afterAll(() => database.drop());

const all: Wanted = { ...anything, noise: false };
const personId = '0198c2f4-7f4e-4b7b-8f13-ae7f8b8c0001' as PersonId;
const newest: Stretch = { above: lowestPlace, below: highestPlace, oldestFirst: false, limit: 51 };

// As `readInOrder` has it.
const planInOrder = (statement: RawBuilder<unknown>) => planOf(database, statement, { without: ['bitmapscan'] });

test.each<[RecordWay, Partial<Wanted>, string]>([
  [{ by: 'kind' }, {}, 'records_kind_idx'],
  [{ by: 'kind' }, { state: 'success' }, 'records_kind_idx'],
  [{ by: 'state' }, { state: 'failed' }, 'records_state_idx'],
  [{ by: 'amount' }, { amounts: [{ assetId: 'usdt', amount: units(7n) }] }, 'records_amount_idx'],
  [{ by: 'state' }, { state: 'failed', amounts: [{ assetId: 'usdt', amount: units(7n) }] }, 'records_state_amount_idx'],
  [{ by: 'amount' }, { amounts: [{ assetId: 'reward', amount: units(7n) }] }, 'records_reward_amount_idx'],
  [{ by: 'other-side', address: 'T7' }, { address: 'T7' }, 'records_other_side_state_idx'],
  [{ by: 'other-side', address: 'T7' }, { address: 'T7', state: 'failed' }, 'records_other_side_state_idx'],
  [{ by: 'person', personId, folded: false }, { personId }, 'records_person_idx'],
  [{ by: 'person', personId, folded: true }, { personId }, 'records_folded_person_idx'],
  [{ by: 'folded' }, { noise: true }, 'records_folded_state_idx'],
  [{ by: 'folded' }, { noise: true, state: 'failed' }, 'records_folded_state_idx'],
  [{ by: 'folded' }, { noise: true, amounts: [{ assetId: 'usdt', amount: units(7n) }] }, 'records_folded_amount_idx'],
  [{ by: 'ids', ids: [personId] }, {}, 'records_pkey'],
])('records by %o, narrowed by %o, are read by %s, newest or oldest first', async (way, wanted, index) => {
  for (const oldestFirst of [false, true]) {
    const plan = await planInOrder(recordRows(way, { ...all, ...wanted }, { ...newest, oldestFirst }));
    expect(plan).toContain(`using ${index} `);
    expect(plan).not.toContain('Seq Scan on records');
    // The order comes from the index: what is sorted is a page of each combination at most.
    const inOrder = new RegExp(
      `Limit\\n(?: +->  Subquery Scan on r_1\\n +Filter: .*\\n)? +->  Index (?:Only )?Scan (?:Backward )?using ${index} `,
    );
    if (way.by !== 'ids') expect(plan).toMatch(inOrder);
  }
});

test('a record is found by the number that its person sees, through the key of the records', async () => {
  const nowMs = Date.parse('2026-11-21T11:48:02.114Z');
  const [id, sameMillisecond, next] = [nowMs, nowMs, nowMs + 1].map((at) => newOrderedId<RecordId>(at));
  for (const each of [id, sameMillisecond, next])
    await sql`
      INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind,
        source_id, created_at)
      SELECT ${each}::uuid, id, id, 'outgoing', 'out', 'success', 'chain', 'usdt', 1, 'test', ${each}, now()
        FROM wallets LIMIT 1`.execute(database.db.kysely);
  const number = readRecordNumber(recordNumber({ id: id ?? '', kind: 'send' }));
  if (number === undefined) throw new Error('no number');
  const { rows } = await recordsByNumber(number).execute(database.db.kysely);
  expect(rows).toEqual([{ source: 'record', id }]);
  const plan = await planOf(database, recordsByNumber(number));
  expect(plan).toMatch(/(?:using|on) records_pkey\b/);
  expect(plan).not.toContain('Seq Scan');
});

test('items are read by their time or by the address they went to', async () => {
  expect(await planInOrder(itemRows({ by: 'all' }, all, newest))).toContain(
    'using quarantined_inflows_created_at_idx ',
  );
  const ofAddress = await planInOrder(itemRows({ by: 'addresses', addresses: ['T1'] }, all, newest));
  expect(ofAddress).toContain('quarantined_inflows_to_address_idx');
});

test('arrivals and corrections are read from indexes that have only these', async () => {
  expect(await planInOrder(arrivalRows({ by: 'all' }, all, newest))).toContain('deposits_unrecorded_idx');
  expect(await planInOrder(journalRows({ by: 'all' }, all, newest))).toContain('journals_corrections_idx');
});
