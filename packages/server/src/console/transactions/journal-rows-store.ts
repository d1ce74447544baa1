import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, zero } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';
import type { Stretch, Transaction, Wanted } from './transaction.ts';

/** Journals by their numbers, or all that correct something. */
export type JournalWay = { readonly by: 'ids'; readonly ids: readonly string[] } | { readonly by: 'all' };

type Row = {
  readonly id: string;
  readonly key: string;
  readonly at: string;
  readonly asset: AssetId;
  readonly amount: string;
  readonly owner_id: PersonId | null;
  readonly public_id: string | null;
  readonly direction: 'in' | 'out' | null;
};

/** A stretch of the journals that correct the books, in its order: each as its first leg. */
export async function selectJournalRows(
  db: DbReader,
  way: JournalWay,
  wanted: Wanted,
  stretch: Stretch,
): Promise<readonly Transaction[]> {
  const { rows } = await journalRows(way, wanted, stretch).execute(db);
  return rows.map((row) => ({
    source: 'journal',
    id: row.id,
    place: { at: row.at, id: row.key },
    kind: 'correction',
    state: 'success',
    direction: row.direction,
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    fee: zero,
    counter: null,
    person: row.owner_id === null || row.public_id === null ? null : { id: row.owner_id, publicId: row.public_id },
    other: { person: null, address: null },
    txId: null,
    dust: false,
  }));
}

/** The kinds stand in the statement, as in the index that has only these. */
export function journalRows(way: JournalWay, wanted: Wanted, stretch: Stretch): RawBuilder<Row> {
  const { above, below, oldestFirst, limit } = stretch;
  const order = oldestFirst ? sql`ORDER BY j.created_at, j.id` : sql`ORDER BY j.created_at DESC, j.id DESC`;
  const chosen = way.by === 'ids' ? sql<boolean>`j.id = ANY(${[...way.ids]}::bigint[])` : sql<boolean>`true`;
  const amounts = wanted.amounts?.map(({ assetId, amount }) => `${assetId} ${unitsToWire(amount)}`) ?? null;
  return sql<Row>`
    SELECT j.id, lpad(to_hex(j.id), 32, '0')::uuid AS key,
           to_char(j.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, t.asset, t.amount,
           a.owner_id, p.public_id,
           CASE a.id WHEN t.credit_account_id THEN 'in' WHEN t.debit_account_id THEN 'out' END AS direction
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id AND t.leg = 1
      LEFT JOIN LATERAL (
        SELECT a.id, a.owner_id FROM ledger.accounts a
         WHERE a.id IN (t.debit_account_id, t.credit_account_id) AND a.class = 'customer'
         ORDER BY a.id = t.credit_account_id DESC LIMIT 1) a ON true
      LEFT JOIN people p ON p.id = a.owner_id
     WHERE ${chosen} AND j.kind IN ('correction', 'reserve-loss', 'cold-return', 'surplus-explained')
       AND t.asset = ANY(${[...wanted.assets]}::text[])
       AND coalesce(a.owner_id = ${wanted.personId ?? null}::uuid, ${wanted.personId ?? null}::uuid IS NULL)
       AND coalesce(t.asset || ' ' || t.amount = ANY(${amounts}::text[]), true)
       AND j.created_at BETWEEN ${above.at}::timestamptz AND ${below.at}::timestamptz
       AND (j.created_at, lpad(to_hex(j.id), 32, '0')::uuid) > (${above.at}::timestamptz, ${above.id}::uuid)
       AND (j.created_at, lpad(to_hex(j.id), 32, '0')::uuid) < (${below.at}::timestamptz, ${below.id}::uuid)
     ${order} LIMIT ${limit}`;
}
