import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, zero } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';
import type { Stretch, Transaction, Wanted } from './transaction.ts';

/** Items of quarantine by their numbers, those of some of our addresses, or all. */
export type ItemWay =
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'addresses'; readonly addresses: readonly string[] }
  | { readonly by: 'all' };

type Row = {
  readonly id: string;
  readonly key: string;
  readonly at: string;
  readonly asset_id: AssetId | null;
  readonly amount: string | null;
  readonly to_address: string | null;
  readonly tx_id: string;
  readonly state: 'not-understood' | 'looked-at';
};

/** A stretch of what touched an address of ours and is not understood, in its order. */
export async function selectItemRows(
  db: DbReader,
  way: ItemWay,
  wanted: Wanted,
  stretch: Stretch,
): Promise<readonly Transaction[]> {
  const { rows } = await itemRows(way, wanted, stretch).execute(db);
  return rows.map((row) => ({
    source: 'item',
    id: row.id,
    place: { at: row.at, id: row.key },
    kind: 'unknown',
    state: row.state,
    direction: null,
    assetId: row.asset_id,
    // The base units of a token that is no asset here have no decimals that anybody knows.
    amount: row.asset_id === null || row.amount === null ? null : unitsFromWire(row.amount),
    fee: zero,
    counter: null,
    person: null,
    other: { person: null, address: row.to_address },
    txId: row.tx_id,
    dust: false,
  }));
}

/** The numbers of items stand among the ids of other rows as UUIDs of the same order. */
export function itemRows(way: ItemWay, { state, assets }: Wanted, stretch: Stretch): RawBuilder<Row> {
  const { above, below, oldestFirst, limit } = stretch;
  const order = oldestFirst ? sql`ORDER BY q.created_at, q.id` : sql`ORDER BY q.created_at DESC, q.id DESC`;
  return sql<Row>`
    SELECT q.id, lpad(to_hex(q.id), 32, '0')::uuid AS key,
           to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
           q.asset_id, q.amount, q.to_address, q.tx_id,
           CASE WHEN q.dismissed_at IS NULL THEN 'not-understood' ELSE 'looked-at' END AS state
      FROM quarantined_inflows q
     WHERE ${chosenItems(way)} AND (q.asset_id IS NULL OR q.asset_id = ANY(${[...assets]}::text[]))
       AND coalesce((q.dismissed_at IS NULL) = (${state ?? null}::text = 'not-understood'), true)
       AND q.created_at BETWEEN ${above.at}::timestamptz AND ${below.at}::timestamptz
       AND (q.created_at, lpad(to_hex(q.id), 32, '0')::uuid) > (${above.at}::timestamptz, ${above.id}::uuid)
       AND (q.created_at, lpad(to_hex(q.id), 32, '0')::uuid) < (${below.at}::timestamptz, ${below.id}::uuid)
     ${order} LIMIT ${limit}`;
}

function chosenItems(way: ItemWay): RawBuilder<boolean> {
  switch (way.by) {
    case 'ids':
      return sql<boolean>`q.id = ANY(${[...way.ids]}::bigint[])`;
    case 'addresses':
      return sql<boolean>`q.to_address = ANY(${[...way.addresses]}::text[])`;
    case 'all':
      return sql<boolean>`true`;
  }
}
