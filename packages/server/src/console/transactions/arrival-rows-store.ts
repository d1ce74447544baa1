import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, zero } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';
import type { Stretch, Transaction, Wanted } from './transaction.ts';

/** Arrivals by their ids, or all that have no record: these are few, so that nothing else needs an index. */
export type ArrivalWay = { readonly by: 'ids'; readonly ids: readonly string[] } | { readonly by: 'all' };

type Row = {
  readonly id: string;
  readonly at: string;
  readonly asset: AssetId;
  readonly amount: string;
  readonly from_address: string;
  readonly tx_id: string;
  readonly state: 'in-suspense' | 'house' | 'sent-back';
};

/** A stretch of what came in and is in nobody's records, in its order. */
export async function selectArrivalRows(
  db: DbReader,
  way: ArrivalWay,
  wanted: Wanted,
  stretch: Stretch,
): Promise<readonly Transaction[]> {
  const { rows } = await arrivalRows(way, wanted, stretch).execute(db);
  return rows.map((row) => ({
    source: 'arrival',
    id: row.id,
    place: { at: row.at, id: row.id },
    kind: 'deposit',
    state: row.state,
    direction: 'in',
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    fee: zero,
    counter: null,
    person: null,
    other: { person: null, address: row.from_address },
    txId: row.tx_id,
    dust: false,
  }));
}

export function arrivalRows(way: ArrivalWay, wanted: Wanted, stretch: Stretch): RawBuilder<Row> {
  const { above, below, oldestFirst, limit } = stretch;
  const order = oldestFirst ? sql`ORDER BY d.created_at, d.id` : sql`ORDER BY d.created_at DESC, d.id DESC`;
  const chosen =
    way.by === 'ids'
      ? sql`d.id = ANY(${[...way.ids]}::uuid[])`
      : sql`d.record_id IS NULL AND d.destination IN ('suspense', 'treasury')`;
  const amounts = wanted.amounts?.map(({ assetId, amount }) => `${assetId} ${unitsToWire(amount)}`) ?? null;
  return sql<Row>`
    SELECT d.id, to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, d.asset, d.amount,
           d.from_address, d.tx_id, ${stateOfArrival()} AS state
      FROM deposits d
      LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
      LEFT JOIN suspense_returns b ON b.deposit_id = d.id AND b.outcome IS DISTINCT FROM 'not-returned'
     WHERE ${chosen} AND s.record_id IS NULL AND d.asset = ANY(${[...wanted.assets]}::text[])
       AND coalesce(${stateOfArrival()} = ${wanted.state ?? null}::text, true)
       AND coalesce(${wanted.address ?? null}::text IN (d.from_address, d.to_address), true)
       AND coalesce(d.asset || ' ' || d.amount = ANY(${amounts}::text[]), true)
       AND (d.created_at, d.id) > (${above.at}::timestamptz, ${above.id}::uuid)
       AND (d.created_at, d.id) < (${below.at}::timestamptz, ${below.id}::uuid)
     ${order} LIMIT ${limit}`;
}

/** What became of the deposit `d`, with what settled it as `s` and its way back as `b`. */
function stateOfArrival(): RawBuilder<string> {
  return sql<string>`CASE WHEN b.outcome = 'returned' THEN 'sent-back'
    WHEN d.destination <> 'suspense' OR s.deposit_id IS NOT NULL THEN 'house' ELSE 'in-suspense' END`;
}
