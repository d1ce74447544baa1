import type { Database } from '@tern/db/database';
import type { Truth } from './deposit-truth.ts';
import type { DepositsWorld } from './deposits-world.ts';

/** Blocks `from` to `to`: every row that is missing and every row too many, by name. */
export async function compareRows(
  { database, digitsOf }: DepositsWorld,
  truth: Truth,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const { pool } = database.db;
  const deposits = await rowsOf(
    pool,
    `SELECT concat_ws(' ', tx_id, kind, CASE kind WHEN 'internal' THEN '-' ELSE index::text END, asset) AS front,
            to_address, concat_ws(' ', amount, destination) AS back
       FROM deposits WHERE block_number BETWEEN $1 AND $2`,
    [from, to],
  );
  const oddities = await rowsOf(
    pool,
    `SELECT concat_ws(' ', tx_id, reason) AS front, to_address, '' AS back
       FROM quarantined_inflows WHERE block_number BETWEEN $1 AND $2`,
    [from, to],
  );
  const name = (row: Row): string => [row.front, digitsOf(row.to_address), row.back].join(' ').trim();
  return [
    ...differences('deposit', truth.rows, deposits.map(name)),
    ...differences('quarantined', truth.oddities, oddities.map(name)),
  ];
}

/** The whole books: balances, house accounts, records, activations. */
export async function compareBooks({ database, digitsOf }: DepositsWorld, truth: Truth): Promise<string[]> {
  const { pool } = database.db;
  const { rows: balances } = await pool.query<{ address: string; asset: string; posted: string }>(
    `SELECT w.address, a.asset, a.posted::text FROM ledger.accounts a JOIN wallets w ON w.id = a.wallet_id
      WHERE a.posted <> 0`,
  );
  const { rows: house } = await pool.query<{ code: string; asset: string; posted: string }>(
    `SELECT code, asset, posted::text FROM ledger.accounts WHERE code IN ('suspense', 'capital') AND posted <> 0`,
  );
  const { rows: active } = await pool.query<{ address: string }>(
    'SELECT w.address FROM activations JOIN wallets w USING (person_id)',
  );
  const { rows: records } = await pool.query<{ records: number; folded: number }>(
    `SELECT count(*)::int AS records, (count(*) FILTER (WHERE folded))::int AS folded FROM records
      WHERE status = 'success'`,
  );
  const places = { suspense: 'suspense', capital: 'treasury' } as const;
  return [
    ...differences(
      'balance',
      entriesOf(truth.balances),
      balances.map(({ address, asset, posted }) => `${digitsOf(address)} ${asset} ${posted}`),
    ),
    ...differences(
      'house account',
      entriesOf(truth.house),
      house.map(({ code, asset, posted }) => `${places[code as keyof typeof places]} ${asset} ${posted}`),
    ),
    ...differences(
      'active account',
      [...truth.active],
      active.map(({ address }) => digitsOf(address)),
    ),
    ...differences(
      'records of all, and folded',
      [`${truth.records} ${truth.folded}`],
      records.map((row) => `${row.records} ${row.folded}`),
    ),
  ];
}

type Row = { readonly front: string; readonly to_address: string; readonly back: string };

async function rowsOf(pool: Database['pool'], query: string, values: readonly number[]): Promise<Row[]> {
  return (await pool.query<Row>(query, [...values])).rows;
}

function entriesOf(sums: ReadonlyMap<string, bigint>): string[] {
  return [...sums].map(([key, amount]) => `${key} ${amount}`);
}

/** Both lists as multisets. */
function differences(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of expected) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) - 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([each, count]) => `${what} ${count > 0 ? 'missing' : 'too many'}: ${each}`);
}
