import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { createTestDatabase } from '@tern/testkit/database';
import { findAddressFromBytes } from '@tern/tron/address';
import { sql } from 'kysely';
import { median, withPatience } from '../bench.ts';
import { loadTable } from './load-table.ts';

/** How many addresses stand in the records, besides the exchange's. */
const addressCount = 50_000;

/** An installation's records, with somebody for each hundred of them, as operators see it. */
export type LoadedRecords = {
  readonly asConsole: Database;
  /** A thousand of each, to look for. */
  readonly people: readonly PersonId[];
  readonly records: readonly string[];
  readonly drop: () => Promise<void>;
};

/** The address that stands for a number. */
export const addressOf = (number: number): string => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, number);
  return findAddressFromBytes(bytes) ?? '';
};
/** The wallet from which every tenth deposit comes, as those of large services do. */
export const exchange = addressOf(1);

/** Two years of records, a hundred for each person, with all else that the lists and the search of operators read. Drop it. */
export async function loadRecords(count: number): Promise<LoadedRecords> {
  const database = await createTestDatabase();
  const people = Math.max(100, Math.floor(count / 100));
  const ids = await withPatience(database.url, async ({ kysely: db }) => {
    await loadPeople(db, people);
    await loadTable(db, 'records', (tx) => insertRecords(tx, count, people));
    await sql`
      INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
        block_time, destination, wallet_id, record_id, journal_id)
      SELECT gen_random_uuid(), lpad(to_hex(row_number() OVER ()), 64, '0'), 'trc20', 0, asset, amount, pay_address,
             receive_address, 1, 'b1', created_at, 'customer', wallet_id, id, 1
        FROM (SELECT * FROM records WHERE type = 'incoming' AND settlement = 'chain' LIMIT 1000) r`.execute(db);
    await loadTable(db, 'quarantined_inflows', (tx) =>
      sql`
      INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, to_address, amount, reason,
        created_at)
      SELECT md5(n::text) || md5(n::text), 'trc20', 0, 1, 'b1', 'T', 'T' || lpad(n::text, 33, 'x'), 1, 'unlisted-token',
             now() - n * interval '1 minute' FROM generate_series(1, ${Math.floor(count / 50)}::int) AS n`.execute(tx),
    );
    await loadLog(db);
    await sql`VACUUM ANALYZE`.execute(db);
    const { rows } = await sql<{ id: PersonId }>`SELECT id FROM wallets LIMIT 1000`.execute(db);
    const { rows: some } = await sql<{ id: string }>`SELECT id FROM records LIMIT 1000`.execute(db);
    return { people: rows.map(({ id }) => id), records: some.map(({ id }) => id) };
  });
  return { asConsole: database.asConsole, ...ids, drop: database.drop };
}

/** Two years, in the order of their time, of all kinds and states in the parts that a wallet of people has. */
async function insertRecords(tx: Database['kysely'], count: number, people: number): Promise<void> {
  const addresses = Array.from({ length: addressCount }, (_, at) => addressOf(at + 2));
  // A table: to reach the middle of an array of texts, PostgreSQL walks through half of it.
  await sql`
    CREATE TEMPORARY TABLE bench_addresses ON COMMIT DROP AS
      SELECT number - 1 AS number, address
        FROM unnest(${addresses}::text[]) WITH ORDINALITY AS a (address, number)`.execute(tx);
  await sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, counter_asset,
      counter_amount, pay_address, receive_address, source_kind, source_id, folded, created_at)
    SELECT gen_random_uuid(), w.id, w.id, k.type, CASE WHEN k.type IN ('outgoing', 'swap') THEN 'out' ELSE 'in' END,
           CASE WHEN k.settlement = 'internal' OR random() < 0.985 THEN 'success'
                WHEN random() < 0.7 THEN 'failed' WHEN k.type = 'incoming' THEN 'confirming' ELSE 'withdrawing' END,
           k.settlement, k.asset,
           CASE WHEN random() < 0.2 THEN (ARRAY[100, 50, 20, 10])[1 + floor(random() * 4)] * 1000000
                ELSE 1 + floor(random() * 5000000000) END,
           CASE k.type WHEN 'swap' THEN 'trx' END, CASE k.type WHEN 'swap' THEN 1 END,
           CASE WHEN random() < 0.1 THEN ${exchange} ELSE payer.address END, receiver.address, 'bench', n::text,
           k.type = 'incoming' AND k.settlement = 'chain' AND random() < 0.02,
           now() - (${count}::int - n) * (interval '730 days' / ${count}::int)
      FROM generate_series(1, ${count}::int) AS n
      JOIN LATERAL (
        SELECT CASE WHEN p < 0.4 THEN 'incoming' WHEN p < 0.85 THEN 'outgoing' WHEN p < 0.93 THEN 'swap'
                    WHEN p < 0.9995 THEN 'airdrop-reward' ELSE 'activation-reward' END AS type,
               CASE WHEN p < 0.3 OR p BETWEEN 0.4 AND 0.6 THEN 'chain' ELSE 'internal' END AS settlement,
               CASE WHEN p > 0.93 THEN 'reward' WHEN s < 0.8 THEN 'usdt' ELSE 'trx' END AS asset
          FROM (SELECT random() AS p, random() AS s WHERE n > 0) r) k ON true
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM wallets) w
        ON w.number = (n::bigint * 7919) % ${people}::int
      JOIN bench_addresses payer ON payer.number = (n::bigint * 2654435761) % ${addressCount}::int
      JOIN bench_addresses receiver ON receiver.number = (n::bigint * 40503) % ${addressCount}::int
     ORDER BY n`.execute(tx);
}

async function loadPeople(db: Database['kysely'], count: number): Promise<void> {
  await sql`
    INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
    SELECT number, 'T' || lpad(number::text, 33, 'x'), 'bench', now()
    FROM generate_series(1, ${count}::int) AS number`.execute(db);
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    SELECT gen_random_uuid(), (10000000 + number)::text,
           translate(lpad(to_hex(number), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKLMNPQR'), now(), now()
    FROM generate_series(1, ${count}::int) AS number`.execute(db);
  await sql`
    INSERT INTO usernames (folded, person_id, username, is_current)
    SELECT 'u' || public_id, id, '@u' || public_id, true FROM people`.execute(db);
  await sql`
    INSERT INTO wallets (id, person_id, name, address, position, is_default)
    SELECT id, id, 'Bench', 'T' || lpad(number::text, 33, 'x'), 1, true
    FROM (SELECT id, public_id::int - 10000000 AS number FROM people) p`.execute(db);
}

/** A row of the audit log for each person. */
async function loadLog(db: Database['kysely']): Promise<void> {
  await sql`
    INSERT INTO operators (id, name, role)
    SELECT gen_random_uuid(), 'operator-' || n, 'viewer' FROM generate_series(1, 20) AS n`.execute(db);
  // Rows of the log are made by its function alone, one after the other in its chain.
  await loadTable(db, 'operator_actions', (tx) =>
    sql`
      INSERT INTO operator_actions (operator_id, kind, subject, seq, hash)
      SELECT o.id, 'person-opened', p.id::text, row_number() OVER (), sha256(p.id::text::bytea)
        FROM people p CROSS JOIN (SELECT id FROM operators LIMIT 1) o`.execute(tx),
  );
}

/** What amounts that are looked for are read with. */
export const loadedAssets = {
  usdt: { decimals: 6, symbol: 'USDT' },
  trx: { decimals: 6, symbol: 'TRX' },
  reward: { decimals: 18, symbol: 'TERN' },
} as const;

/** The slowest but one of a hundred, and the median, in the unit of the times. */
export function summarize(times: readonly number[]): { readonly slowest: number; readonly usual: number } {
  const sorted = times.toSorted((one, other) => one - other);
  return { slowest: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, usual: median(times) };
}
