import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { findAddressFromBytes } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCommands } from './operator-commands.ts';
import type { OperatorWorld } from './operator-world.ts';

// Goal: what waits is listed to its end, however much it is: nobody is told that there are more pages. Method: more of each kind than a
// page of any list has, and the lines that tell of them.

const many = 250;
const orders = 600;

let database: TestDatabase;
let world: OperatorWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  const asset = (symbol: string) => ({ symbol, decimals: 6 });
  const level = { shareBasisPoints: 200n, floorPercent: 50n, minimum: units(1n) };
  world = {
    db: database.asConsole,
    assets: { usdt: asset('USDT'), trx: asset('TRX'), reward: asset('RWD') },
    hot: { usdt: level, trx: level, reward: level },
  } as unknown as OperatorWorld;
});
afterAll(() => database.drop());

const insert = (text: string, ...values: readonly unknown[]) => database.db.pool.query(text, [...values]);

async function linesOf(command: string, line: RegExp): Promise<number> {
  const answer = await operatorCommands[command]?.(world, '');
  return (answer?.text ?? '').split('\n').filter((text) => line.test(text)).length;
}

test('items of quarantine are listed to their end', async () => {
  await insert(
    `INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason)
     SELECT 'q' || n, 'trc20', 0, 91, 'b91', 'T', 'malformed-event' FROM generate_series(1, $1::int) n`,
    many,
  );
  expect(await linesOf('quarantine', /^item /)).toBe(many);
});

test('activities are listed to their end', async () => {
  await insert(
    `INSERT INTO activities (id, state, texts, platform, affiliated, reward, places, opens_at, closes_at, review_hours, picture_days)
     SELECT gen_random_uuid(), 'draft', '{"en":{"title":"Link"}}', 'Harbour', false, 1, 500, now() + interval '1 day',
       now() + interval '2 days', 24, 90 FROM generate_series(1, $1::int)`,
    many,
  );
  expect(await linesOf('activities', /draft/)).toBe(many);
});

test('entries are listed to their end, also those that are due at one moment', async () => {
  await insert(
    `WITH people AS (
       INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
       SELECT gen_random_uuid(), (40000000 + n)::text, translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHJK'), now(), now()
         FROM generate_series(1, $1::int) n RETURNING id),
     pictures AS (
       INSERT INTO activity_pictures (name, person_id, content_hash, image_hash, bytes, delete_at)
       SELECT replace(id::text, '-', '') || '.webp', id, sha256(convert_to(id::text, 'UTF8')), repeat('0', 256)::bit(256), 10,
         now() + interval '1 day' FROM people RETURNING name, person_id),
     taking_part AS (
       INSERT INTO participations (id, activity_id, person_id, state, entries)
       SELECT gen_random_uuid(), (SELECT id FROM activities LIMIT 1), id, 'under-review', 1 FROM people RETURNING id, person_id)
     INSERT INTO activity_entries (id, participation_id, number, external_id, external_id_key, external_id_skeleton, picture_name, due_at)
     SELECT gen_random_uuid(), t.id, 1, t.id, t.id, t.id, p.name, now() + interval '1 hour'
       FROM taking_part t JOIN pictures p USING (person_id)`,
    many,
  );
  expect(await linesOf('entries', /\S/)).toBe(many);
});

test('orders that do not go on, and what is missing, are listed to their end', async () => {
  const addresses = Array.from({ length: orders }, (_, at) =>
    findAddressFromBytes(createHash('sha256').update(String(at)).digest().subarray(0, 20)),
  );
  await insert(
    `INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, state, cost_max_sun, attention)
     SELECT gen_random_uuid(), 'sweep', 'usdt', 5000000, a, n, 'ready', 5000000, 'Two receipts'
       FROM unnest($1::text[]) WITH ORDINALITY AS a (a, n)`,
    addresses,
  );
  await insert(
    `INSERT INTO reserve_gaps (asset_id, subject, missing, block_number)
     SELECT 'usdt', 'deposit ' || a, 5, 90 FROM unnest($1::text[]) AS a`,
    addresses.slice(0, many),
  );
  expect(await linesOf('stuck', /Two receipts/)).toBe(orders);
  expect(await linesOf('reserves', /Two receipts/)).toBe(orders);
  expect(await linesOf('reserves', /^MISSING /)).toBe(many);
});

test('no command asks for one page of a list', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files)
    expect(await readFile(join(import.meta.dirname, name), 'utf8'), name).not.toMatch(/\blimit: \d/);
});
