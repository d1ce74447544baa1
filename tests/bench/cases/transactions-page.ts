import type { PersonId } from '@tern/base/ids';
import type { TransactionFilter } from '@tern/contracts/routes/console-transactions';
import type { Database } from '@tern/db/database';
import { listTransactions } from '@tern/server/console/transactions/public';
import { createTestDatabase } from '@tern/testkit/database';
import { findAddressFromBytes } from '@tern/tron/address';
import { sql } from 'kysely';
import { median, withPatience, type Bench, type Case, type CaseResult } from '../bench.ts';

/** Longest that a page of operators' list of transactions may take, in ms. */
const promisedMs = 300;

/** The operators' list of everything that moved money, for every way of looking for something. */
export const transactionsPage: Case = {
  name: 'transactions-page',
  run: async (bench) => {
    const { sizes, log } = bench;
    const count = sizes.records[1];
    log(`  loading ${count.toLocaleString('en-US')} records`);
    const loaded = await loadTransactions(count);
    try {
      const results: CaseResult[] = [];
      for (const [way, filterOf] of Object.entries(waysOf(loaded))) {
        const { slowest, usual } = await timePages(bench, loaded, filterOf);
        log(`  ${way}: ${slowest.toFixed(1)} ms, median ${usual.toFixed(1)} ms`);
        results.push({
          id: `transactions-page ${way}`,
          title: `operators' transactions, ${way}, p99, ${count.toLocaleString('en-US')} records`,
          unit: 'ms',
          baseline: `${promisedMs} ms`,
          goal: 1,
          stretch: 0.3,
          higherIsBetter: false,
          rounds: [{ measured: slowest, baseline: promisedMs }],
          note: `median ${usual.toFixed(1)} ms`,
        });
      }
      return results;
    } finally {
      await loaded.drop();
    }
  },
};

type Loaded = {
  readonly asConsole: Database;
  readonly people: readonly PersonId[];
  readonly drop: () => Promise<void>;
};

const addressOf = (number: number): string => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, number);
  return findAddressFromBytes(bytes) ?? '';
};
/** The wallet from which every tenth deposit comes, as those of large services do. */
const exchange = addressOf(1);

function waysOf({ people }: Loaded): Readonly<Record<string, () => TransactionFilter>> {
  const any = (): PersonId => people[Math.floor(Math.random() * people.length)] as PersonId;
  return {
    'no filter': () => ({}),
    'oldest first': () => ({ order: 'oldest' }),
    'a rare kind': () => ({ kind: 'bonus' }),
    'a kind and a coin': () => ({ kind: 'swap', asset: 'trx' }),
    'a rare state': () => ({ state: 'failed' }),
    'a kind that is never in a state': () => ({ kind: 'bonus', state: 'withdrawing' }),
    'a day of last year': () => ({ from: '2025-06-01', until: '2025-06-01', kind: 'send' }),
    'a person': () => ({ person: any() }),
    'a person and a kind they have not': () => ({ person: any(), kind: 'bonus' }),
    'an address': () => ({ search: addressOf(2 + Math.floor(Math.random() * 50_000)) }),
    'an address with a tenth of all deposits': () => ({ search: exchange }),
    'a common amount': () => ({ search: '100 USDT' }),
    'a common amount of a kind that never has it': () => ({ search: '100 USDT', kind: 'bonus' }),
    'an amount that nobody has': () => ({ search: '99999.123456' }),
    'dust and what is not understood': () => ({ noise: 'shown' }),
    'a transaction id': () => ({
      search: Math.floor(Math.random() * 1_000)
        .toString(16)
        .padStart(64, '0'),
    }),
  };
}

async function loadTransactions(count: number): Promise<Loaded> {
  const database = await createTestDatabase();
  const people = Math.max(100, Math.floor(count / 100));
  const addresses = Array.from({ length: 50_000 }, (_, at) => addressOf(at + 2));
  const ids = await withPatience(database.url, async ({ kysely: db }) => {
    await sql`
      INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
      SELECT number, 'T' || lpad(number::text, 33, 'x'), 'bench', now()
      FROM generate_series(1, ${people}::int) AS number`.execute(db);
    await sql`
      INSERT INTO wallets (id, person_id, name, address, position, is_default)
      SELECT id, id, 'Bench', 'T' || lpad(number::text, 33, 'x'), 1, true
      FROM (SELECT gen_random_uuid() AS id, number FROM generate_series(1, ${people}::int) AS number) p`.execute(db);
    // Two years, in the order of their time, of all kinds and states in the parts that a wallet of people has.
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
             CASE WHEN random() < 0.1 THEN ${exchange}
                  ELSE (${addresses}::text[])[1 + floor(random() * ${addresses.length}::int)] END,
             (${addresses}::text[])[1 + floor(random() * ${addresses.length}::int)], 'bench', n::text,
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
          ON w.number = (n::bigint * 7919) % ${people}::int`.execute(db);
    await sql`
      INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
        block_time, destination, wallet_id, record_id, journal_id)
      SELECT gen_random_uuid(), lpad(to_hex(row_number() OVER ()), 64, '0'), 'trc20', 0, asset, amount, pay_address,
             receive_address, 1, 'b1', created_at, 'customer', wallet_id, id, 1
        FROM (SELECT * FROM records WHERE type = 'incoming' AND settlement = 'chain' LIMIT 1000) r`.execute(db);
    await sql`
      INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, to_address, amount, reason,
        created_at)
      SELECT md5(n::text) || md5(n::text), 'trc20', 0, 1, 'b1', 'T', 'T' || lpad(n::text, 33, 'x'), 1, 'unlisted-token',
             now() - n * interval '1 minute' FROM generate_series(1, ${Math.floor(count / 50)}::int) AS n`.execute(db);
    await sql`VACUUM ANALYZE`.execute(db);
    const { rows } = await sql<{ id: PersonId }>`SELECT id FROM wallets LIMIT 1000`.execute(db);
    return rows.map(({ id }) => id);
  });
  return { asConsole: database.asConsole, people: ids, drop: database.drop };
}

/** The slowest but one and the median of a hundred pages, in ms: a first page and the one behind it, where there is one. */
async function timePages(
  { sizes }: Bench,
  { asConsole }: Loaded,
  filterOf: () => TransactionFilter,
): Promise<{ readonly slowest: number; readonly usual: number }> {
  const assets = {
    usdt: { decimals: 6, symbol: 'USDT' },
    trx: { decimals: 6, symbol: 'TRX' },
    reward: { decimals: 18, symbol: 'TERN' },
  } as const;
  const times: number[] = [];
  for (let asked = 0; asked < Math.min(100, sizes.pages); asked += 1) {
    const filter = filterOf();
    let after: string | undefined;
    for (let page = 0; page < 2; page += 1) {
      const start = performance.now();
      const found = await listTransactions({ db: asConsole, assets }, { ...filter, after });
      times.push(performance.now() - start);
      if (found.after === null) break;
      after = found.after;
    }
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { slowest: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, usual: median(times) };
}
