import type { PersonId } from '@tern/base/ids';
import { kindOfRecord } from '@tern/contracts/record-number';
import { recordStatus, type RecordStatus } from '@tern/contracts/routes/records';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';
import { pairsOf, type Stretch, type Transaction, type Wanted } from './transaction.ts';

/** How the rows are found: each way has an index of its own that is already in the order of the list. */
export type RecordWay =
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'person'; readonly personId: PersonId; readonly folded: boolean }
  | { readonly by: 'other-side'; readonly address: string }
  | { readonly by: 'amount' }
  | { readonly by: 'state' }
  | { readonly by: 'kind' }
  | { readonly by: 'folded' };

type Row = {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly direction: 'in' | 'out';
  readonly status: RecordStatus;
  readonly settlement: string;
  readonly asset: AssetId;
  readonly amount: string;
  readonly fee: string;
  readonly counter_asset: AssetId | null;
  readonly counter_amount: string | null;
  readonly address: string | null;
  readonly tx_id: string | null;
  readonly folded: boolean;
  readonly person_id: PersonId;
  readonly public_id: string | null;
  readonly other_id: PersonId | null;
  readonly other_public_id: string | null;
};

/** A stretch of the records that are wanted, in its order. */
export async function selectRecordRows(
  db: DbReader,
  way: RecordWay,
  wanted: Wanted,
  stretch: Stretch,
): Promise<readonly Transaction[]> {
  const { rows } = await recordRows(way, wanted, stretch).execute(db);
  return rows.map((row) => ({
    source: 'record',
    id: row.id,
    place: { at: row.at, id: row.id },
    kind: kindOfRecord(row),
    state: row.status,
    direction: row.direction,
    assetId: row.asset,
    amount: unitsFromWire(row.amount),
    fee: unitsFromWire(row.fee),
    counter:
      row.counter_asset === null || row.counter_amount === null
        ? null
        : { assetId: row.counter_asset, amount: unitsFromWire(row.counter_amount) },
    // A closed account keeps its number; what is not there any more has none.
    person: row.public_id === null ? null : { id: row.person_id, publicId: row.public_id },
    other: {
      person:
        row.other_id === null || row.other_public_id === null
          ? null
          : { id: row.other_id, publicId: row.other_public_id },
      address: row.type === 'incoming' || row.type === 'outgoing' ? row.address : null,
    },
    txId: row.tx_id,
    dust: row.folded,
  }));
}

/** The statement, for tests that look at its plan as well. First the places alone, then what only the rows of a page need. */
export function recordRows(way: RecordWay, wanted: Wanted, stretch: Stretch): RawBuilder<Row> {
  return sql<Row>`
    SELECT r.id, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, r.type, r.direction,
           r.status, r.settlement, r.asset, r.amount, r.fee, r.counter_asset, r.counter_amount, r.tx_id, r.folded,
           CASE r.direction WHEN 'in' THEN r.pay_address ELSE r.receive_address END AS address,
           r.person_id, p.public_id, o.id AS other_id, o.public_id AS other_public_id
      FROM (${keysOf(way, wanted, stretch)}) k
      JOIN records r ON r.id = k.id
      LEFT JOIN people p ON p.id = r.person_id
      LEFT JOIN withdrawals s ON r.settlement = 'internal' AND r.source_kind = 'withdrawal'
        AND s.id = CASE r.source_kind WHEN 'withdrawal' THEN r.source_id::uuid END
      LEFT JOIN wallets v ON v.id = s.receiver_wallet_id AND r.direction = 'out'
      LEFT JOIN people o ON o.id = CASE r.direction WHEN 'out' THEN v.person_id ELSE s.person_id END
     ${inOrder(stretch)} LIMIT ${stretch.limit}`;
}

function keysOf(way: RecordWay, wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  switch (way.by) {
    case 'ids':
      return sql`SELECT r.id FROM records r WHERE r.id = ANY(${[...way.ids]}::uuid[]) AND ${isWanted(wanted)}
        AND ${within(stretch)}`;
    case 'person':
      return way.folded
        ? narrowed(sql`SELECT * FROM records r WHERE r.person_id = ${way.personId} AND r.folded`, wanted, stretch)
        : narrowed(sql`SELECT * FROM records r WHERE r.person_id = ${way.personId} AND NOT r.folded`, wanted, stretch);
    case 'other-side':
      return keysByOtherSide(way.address, wanted, stretch);
    case 'amount':
      return keysByAmount(wanted, stretch);
    case 'state':
      return wanted.amounts === undefined ? keysByState(wanted, stretch) : keysByStateAndAmount(wanted, stretch);
    case 'kind':
      return keysByKind(wanted, stretch);
    case 'folded':
      return wanted.amounts === undefined ? keysOfDust(wanted, stretch) : keysOfDustByAmount(wanted, stretch);
  }
}

/**
 * What is wanted of rows that an index has in the order of the list. Apart from the index's own condition: the planner takes
 * so many conditions for so few rows that it would read and sort all of them instead.
 */
function narrowed(source: RawBuilder<unknown>, wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return sql`
    SELECT r.id FROM (${source} AND ${within(stretch)} ${inOrder(stretch)} OFFSET 0) r
     WHERE ${isWanted(wanted)} ${inOrder(stretch)} LIMIT ${stretch.limit}`;
}

/**
 * The rows of a page, of which each combination gives at most a page. Each is read in order from one index and ends there: a
 * rare kind is found as fast as a common one.
 */
function pieces(combined: RawBuilder<unknown>, isOfPiece: RawBuilder<unknown>, stretch: Stretch): RawBuilder<unknown> {
  return sql`
    SELECT f.id, f.created_at FROM ${combined} CROSS JOIN LATERAL (
      SELECT r.id, r.created_at FROM records r
       WHERE ${isOfPiece} AND ${within(stretch)} ${inOrder(stretch)} LIMIT ${stretch.limit}) f
     ${inOrderFound(stretch)} LIMIT ${stretch.limit}`;
}

function keysByKind(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return pieces(
    combinations(wanted),
    sql`r.type = k.type AND r.settlement = k.settlement AND r.asset = k.asset AND NOT r.folded AND ${isSuccess(wanted)}`,
    stretch,
  );
}

function keysByState(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return pieces(
    combinations(wanted),
    sql`r.status = ${wanted.state ?? ''} AND r.type = k.type AND r.settlement = k.settlement AND r.asset = k.asset
      AND r.status <> 'success' AND NOT r.folded`,
    stretch,
  );
}

function keysByStateAndAmount(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return pieces(
    sql`${amountsOf(wanted)} CROSS JOIN ${pairsWanted(wanted)}`,
    sql`r.status = ${wanted.state ?? ''} AND r.asset = a.asset AND r.amount = a.amount AND r.type = k.type
      AND r.settlement = k.settlement AND r.status <> 'success' AND NOT r.folded`,
    stretch,
  );
}

/**
 * What an address paid in, and what was sent to it: that of a large service has a good part of all records, and nearly all of
 * one that spreads dust is dust.
 */
function keysByOtherSide(address: string, wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  const each = pairs(wanted)
    .filter(([, settlement]) => settlement === 'chain')
    .flatMap(([type]) => states(wanted).map((status) => ({ type, status })))
    .flatMap((found) => wanted.assets.map((asset) => ({ ...found, asset })))
    .flatMap((found) => (wanted.noise ? [false, true] : [false]).map((folded) => ({ ...found, folded })));
  return pieces(
    // One list of all combinations: of several the planner believes that their product is large, and reads whole tables.
    sql`unnest(
      ${each.map(({ type }) => type)}::text[], ${each.map(({ status }) => status)}::text[],
      ${each.map(({ asset }) => asset)}::text[], ${each.map(({ folded }) => folded)}::boolean[]
    ) AS k (type, status, asset, folded)`,
    sql`r.settlement = 'chain'
      AND (CASE r.direction WHEN 'in' THEN r.pay_address ELSE r.receive_address END) = ${address}
      AND r.type = k.type AND r.status = k.status AND r.asset = k.asset AND r.folded = k.folded`,
    stretch,
  );
}

/** Rewards, most of all records, have an index of their own: theirs has nothing but the amount. */
function keysByAmount(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  const ofRewards = pairs(wanted).some(([type]) => type === 'airdrop-reward') ? wanted : { ...wanted, amounts: [] };
  const others = pieces(
    sql`${amountsOf(wanted)} CROSS JOIN ${pairsWanted(wanted)}`,
    sql`r.asset = a.asset AND r.amount = a.amount AND r.type = k.type AND r.settlement = k.settlement AND NOT r.folded
      AND r.type <> 'airdrop-reward' AND ${isSuccess(wanted)}`,
    stretch,
  );
  const rewards = pieces(
    amountsOf(ofRewards),
    sql`r.asset = a.asset AND r.amount = a.amount AND r.type = 'airdrop-reward' AND ${isSuccess(wanted)}`,
    stretch,
  );
  return sql`
    SELECT f.id FROM ((${others}) UNION ALL (${rewards})) f ${inOrderFound(stretch)} LIMIT ${stretch.limit}`;
}

function keysOfDust(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return pieces(
    sql`${statesOf(wanted)} CROSS JOIN unnest(${[...wanted.assets]}::text[]) AS a (asset)`,
    sql`r.folded AND r.status = s.status AND r.asset = a.asset`,
    stretch,
  );
}

function keysOfDustByAmount(wanted: Wanted, stretch: Stretch): RawBuilder<unknown> {
  return pieces(
    sql`${amountsOf(wanted)} CROSS JOIN ${statesOf(wanted)}`,
    sql`r.folded AND r.asset = a.asset AND r.amount = a.amount AND r.status = s.status`,
    stretch,
  );
}

function pairsWanted(wanted: Wanted): RawBuilder<unknown> {
  return sql`unnest(
    ${pairs(wanted).map(([type]) => type)}::text[], ${pairs(wanted).map(([, settlement]) => settlement)}::text[]
  ) AS k (type, settlement)`;
}

function statesOf(wanted: Wanted): RawBuilder<unknown> {
  return sql`unnest(${states(wanted)}::text[]) AS s (status)`;
}

function states({ state }: Wanted): readonly string[] {
  return state === undefined ? recordStatus.options : [state];
}

function amountsOf({ amounts = [], assets }: Wanted): RawBuilder<unknown> {
  const wanted = amounts.filter(({ assetId }) => assets.includes(assetId));
  return sql`unnest(
    ${wanted.map(({ assetId }) => assetId)}::text[], ${wanted.map(({ amount }) => unitsToWire(amount))}::numeric[]
  ) AS a (asset, amount)`;
}

/** The kinds and assets that are wanted, each with each. */
function combinations(wanted: Wanted): RawBuilder<unknown> {
  const each = pairs(wanted).flatMap(([type, settlement]) =>
    wanted.assets.map((asset) => ({ type, settlement, asset })),
  );
  return sql`unnest(
    ${each.map(({ type }) => type)}::text[], ${each.map(({ settlement }) => settlement)}::text[],
    ${each.map(({ asset }) => asset)}::text[]) AS k (type, settlement, asset)`;
}

/** An internal transfer has two records: its sender's stands for it, but whoever is looked for sees their own. */
function pairs({ kinds, personId, received }: Wanted): readonly (readonly [string, string])[] {
  const wanted = kinds.flatMap((kind): readonly (readonly [string, string])[] => pairsOf[kind]);
  if ((personId !== undefined || received === true) && kinds.includes('internal'))
    wanted.push(['incoming', 'internal']);
  return wanted;
}

/** What the index of the way does not say. */
function isWanted(wanted: Wanted): RawBuilder<boolean> {
  return sql<boolean>`(
    r.type || ' ' || r.settlement = ANY(${pairs(wanted).map((pair) => pair.join(' '))}::text[])
    AND r.asset = ANY(${[...wanted.assets]}::text[])
    AND coalesce(r.status = ${wanted.state ?? null}::text, true)
    AND coalesce(r.person_id = ${wanted.personId ?? null}::uuid, true)
    AND coalesce(${wanted.address ?? null}::text IN (r.pay_address, r.receive_address),
                 ${wanted.address ?? null}::text IS NULL)
    AND ${hasAmount(wanted)})`;
}

function hasAmount({ amounts }: Wanted): RawBuilder<boolean> {
  const texts = amounts?.map(({ assetId, amount }) => `${assetId} ${unitsToWire(amount)}`) ?? null;
  return sql<boolean>`coalesce(r.asset || ' ' || r.amount = ANY(${texts}::text[]), true)`;
}

/** Almost every record is, so that no index is needed for it. */
function isSuccess({ state }: Wanted): RawBuilder<boolean> {
  return state === 'success' ? sql<boolean>`r.status = 'success'` : sql<boolean>`true`;
}

function within({ above, below }: Stretch): RawBuilder<boolean> {
  return sql<boolean>`(r.created_at, r.id) > (${above.at}::timestamptz, ${above.id}::uuid)
    AND (r.created_at, r.id) < (${below.at}::timestamptz, ${below.id}::uuid)`;
}

function inOrder({ oldestFirst }: Stretch): RawBuilder<unknown> {
  return oldestFirst ? sql`ORDER BY r.created_at, r.id` : sql`ORDER BY r.created_at DESC, r.id DESC`;
}

function inOrderFound({ oldestFirst }: Stretch): RawBuilder<unknown> {
  return oldestFirst ? sql`ORDER BY f.created_at, f.id` : sql`ORDER BY f.created_at DESC, f.id DESC`;
}
