import { assert } from '@tern/base/assert';
import type { PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { RecordFilter, RecordReason, RecordStatus, RecordType } from '@tern/contracts/routes/records';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import type { RecordsTable } from '@tern/db/schema';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, zero, type Units } from '@tern/money/units';
import { sql, type Selectable } from 'kysely';
import type { RecordCursor } from './record-cursor.ts';
import type { NewRecord, RecordChanges, RecordSource, StepName, StoredRecord, StoredStep } from './record.ts';

/** Whether a person was given anything as a reward at or after a moment. */
export async function hasRewardSince(db: DbReader, personId: PersonId, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM records WHERE person_id = ${personId} AND type IN ('airdrop-reward', 'activation-reward')
       AND created_at >= ${since} LIMIT 1`.execute(db);
  return rows.length > 0;
}

const writtenColumns = [
  'id',
  'person_id',
  'wallet_id',
  'type',
  'direction',
  'status',
  'settlement',
  'asset',
  'amount',
  'fee',
  'counter_asset',
  'counter_amount',
  'pay_address',
  'pay_address_is_house',
  'receive_address',
  'sent_to_contact',
  'sent_to_name',
  'reason',
  'memo',
  'source_kind',
  'source_id',
  'journal_id',
  'folded',
  'tx_id',
  'block_number',
  'block_id',
  'block_time',
  'energy_used',
  'bandwidth_used',
  'network_fee_sun',
] as const satisfies readonly (keyof RecordsTable)[];

/** A record that is written with the beginning of its timeline. */
type Begun = {
  readonly id: RecordId;
  readonly record: NewRecord;
  /** Now, by the database's clock, where `at` is absent. */
  readonly steps: readonly { readonly step: StepName; readonly at?: Date }[];
};

/**
 * Writes records and their steps with one statement, which is the same for any number of them, so its plan is made once. As
 * they are stored, in their order, without reading them again.
 */
export async function insertRecords(tx: DbTx, records: readonly Begun[]): Promise<readonly StoredRecord[]> {
  const columns = sql.join(writtenColumns.map((column) => sql.ref(column)));
  const given = JSON.stringify(records.map(({ id, record }) => recordColumns(id, record)));
  const steps = records.flatMap(({ id, steps: own }) =>
    own.map(({ step, at }): NewStep => ({ recordId: id, step, at })),
  );
  const { rows } = await sql<{ id: RecordId; created_at: Date; updated_at: Date }>`
    WITH begun AS (${insertOfSteps(steps)})
    INSERT INTO records (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::records, ${given}::json)
    RETURNING id, created_at, updated_at`.execute(tx);
  const written = new Map(rows.map((row) => [row.id, row]));
  return records.map(({ id, record }) => {
    const row = written.get(id);
    assert(row !== undefined, 'every record is written');
    return storedOf(id, record, row);
  });
}

type WrittenColumns = Partial<Record<(typeof writtenColumns)[number], unknown>>;

function recordColumns(id: RecordId, record: NewRecord): WrittenColumns {
  return {
    id,
    person_id: record.personId,
    wallet_id: record.walletId,
    type: record.type,
    direction: record.direction,
    status: record.status,
    settlement: record.settlement,
    asset: record.assetId,
    amount: unitsToWire(record.amount),
    fee: record.fee === undefined ? '0' : unitsToWire(record.fee),
    counter_asset: record.counter?.assetId ?? null,
    counter_amount: record.counter === undefined ? null : unitsToWire(record.counter.amount),
    pay_address: record.payAddress,
    pay_address_is_house: record.payAddressIsHouse ?? false,
    receive_address: record.receiveAddress,
    sent_to_contact: record.sentTo?.contact ?? null,
    sent_to_name: record.sentTo?.name ?? null,
    reason: record.reason ?? null,
    memo: record.memo ?? null,
    source_kind: record.source.kind,
    source_id: record.source.id,
    journal_id: record.journalId ?? null,
    folded: record.folded ?? false,
    ...chainColumns(record.chain ?? {}),
  };
}

/** Returns the record as it is afterwards. */
export async function changeRecord(tx: DbTx, id: RecordId, changes: RecordChanges): Promise<StoredRecord> {
  const row = await tx
    .updateTable('records')
    .set({
      ...(changes.status === undefined ? {} : { status: changes.status }),
      ...(changes.reason === undefined ? {} : { reason: changes.reason }),
      ...(changes.payAddress === undefined ? {} : { pay_address: changes.payAddress }),
      ...(changes.journalId === undefined ? {} : { journal_id: changes.journalId }),
      ...chainColumns(changes),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  assert(row !== undefined, `no record ${id}`);
  return fromRow(row);
}

function chainColumns(chain: RecordChanges) {
  return {
    ...(chain.txId === undefined ? {} : { tx_id: chain.txId }),
    ...(chain.blockNumber === undefined ? {} : { block_number: chain.blockNumber?.toString() ?? null }),
    ...(chain.blockId === undefined ? {} : { block_id: chain.blockId }),
    ...(chain.blockTime === undefined ? {} : { block_time: chain.blockTime }),
    ...(chain.energyUsed === undefined ? {} : { energy_used: chain.energyUsed?.toString() ?? null }),
    ...(chain.bandwidthUsed === undefined ? {} : { bandwidth_used: chain.bandwidthUsed?.toString() ?? null }),
    ...(chain.networkFeeSun === undefined
      ? {}
      : { network_fee_sun: chain.networkFeeSun === null ? null : unitsToWire(chain.networkFeeSun) }),
  };
}

export async function insertStep(tx: DbTx, recordId: RecordId, step: StepName, at: Date | undefined): Promise<void> {
  await insertOfSteps([{ recordId, step, at }]).execute(tx);
}

/** A step of a record's timeline; now, by the database's clock, where `at` is undefined. */
export type NewStep = { readonly recordId: RecordId; readonly step: StepName; readonly at: Date | undefined };

/** In their order. */
function insertOfSteps(steps: readonly NewStep[]) {
  return sql`
    INSERT INTO record_steps (record_id, step, at)
    SELECT record_id, step, coalesce(at, now())
    FROM unnest(
      ${steps.map(({ recordId }) => recordId)}::uuid[], ${steps.map(({ step }) => step)}::text[],
      ${steps.map(({ at }) => at ?? null)}::timestamptz[]
    ) WITH ORDINALITY AS new (record_id, step, at, place)
    ORDER BY place`;
}

/** What a person looks for in their records: any of these. */
export type RecordSearch = {
  /** Part of an address or, in lower case, of a transaction id or memo. */
  readonly text: string;
  readonly addresses: readonly string[];
  readonly amounts: readonly { readonly assetId: AssetId; readonly amount: Units }[];
};

export type RecordPage = {
  readonly personId: PersonId;
  readonly filter: RecordFilter;
  readonly walletId?: WalletId | undefined;
  readonly assetId?: AssetId | undefined;
  /** Made at or after, and before. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly search?: RecordSearch | undefined;
  readonly after?: RecordCursor | undefined;
  readonly limit: number;
};

/** The person's own records, newest first; dust is folded away, and what the chain took back is a note under `failed` only. */
export async function selectRecords(db: DbReader, page: RecordPage): Promise<StoredRecord[]> {
  let query = db.selectFrom('records').selectAll().where('person_id', '=', page.personId).where('folded', '=', false);
  if (page.filter === 'failed') query = query.where('status', 'in', ['failed', 'review-rejected', 'cancelled']);
  else query = query.where(sql<boolean>`reason IS DISTINCT FROM 'reorganised'`);
  if (page.filter === 'in' || page.filter === 'out') query = query.where('direction', '=', page.filter);
  if (page.walletId !== undefined) query = query.where('wallet_id', '=', page.walletId);
  if (page.assetId !== undefined) query = query.where('asset', '=', page.assetId);
  if (page.from !== undefined) query = query.where('created_at', '>=', page.from);
  if (page.until !== undefined) query = query.where('created_at', '<', page.until);
  if (page.search !== undefined) query = query.where(matches(page.search));
  if (page.after !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) < (${page.after.createdAt}, ${page.after.id}::uuid)`);
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map(fromRow);
}

function matches({ text, addresses, amounts }: RecordSearch) {
  return sql<boolean>`(
    strpos(pay_address, ${text}) > 0 OR strpos(receive_address, ${text}) > 0
    OR pay_address = ANY(${[...addresses]}::text[]) OR receive_address = ANY(${[...addresses]}::text[])
    OR strpos(sent_to_contact, lower(${text})) > 0 OR strpos(lower(sent_to_name), lower(${text})) > 0
    OR strpos(tx_id, lower(${text})) > 0 OR strpos(lower(memo), lower(${text})) > 0
    OR (asset, amount) IN (SELECT * FROM unnest(
      ${amounts.map(({ assetId }) => assetId)}::text[], ${amounts.map(({ amount }) => unitsToWire(amount))}::numeric[])))`;
}

/** The person's records of one chain transaction, dust included. */
export async function selectRecordsOfTransaction(
  db: DbReader,
  personId: PersonId,
  txId: string,
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('person_id', '=', personId)
    .where('tx_id', '=', txId)
    .execute();
  return rows.map(fromRow);
}

/** The record, if it is this person's. */
export async function selectRecord(db: DbReader, personId: PersonId, id: RecordId): Promise<StoredRecord | undefined> {
  const row = await db
    .selectFrom('records')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Addresses that this person's transfers reached or are on their way to, newest first. */
export async function selectReceivers(
  db: DbReader,
  personId: PersonId,
  limit: number,
): Promise<readonly { readonly address: string; readonly lastAt: Date }[]> {
  const { rows } = await sql<{ address: string; last_at: Date }>`
    SELECT receive_address AS address, max(created_at) AS last_at FROM records
     WHERE person_id = ${personId} AND direction = 'out' AND type = 'outgoing' AND receive_address IS NOT NULL
       AND status IN ('success', 'withdrawing', 'review-approved', 'pending-review') AND NOT folded
     GROUP BY receive_address ORDER BY last_at DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ address: row.address, lastAt: row.last_at }));
}

/** Records by id, whoever's they are. */
export async function selectRecordsAmong(
  db: DbReader,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, StoredRecord>> {
  const rows = await db.selectFrom('records').selectAll().where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/** The records of these sources in their wallets, whatever their states, by `walletId sourceId`. */
export async function selectRecordIds(
  db: DbReader,
  kind: RecordSource['kind'],
  sources: readonly { readonly walletId: WalletId; readonly sourceId: string }[],
): Promise<ReadonlyMap<string, RecordId>> {
  if (sources.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: RecordId }>`
    SELECT concat_ws(' ', r.wallet_id, r.source_id) AS key, r.id
    FROM unnest(
      ${sources.map(({ walletId }) => walletId)}::uuid[], ${sources.map(({ sourceId }) => sourceId)}::text[]
    ) AS s (wallet_id, source_id)
    JOIN records r ON r.wallet_id = s.wallet_id AND r.source_kind = ${kind} AND r.source_id = s.source_id`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export async function selectSteps(db: DbReader, recordId: RecordId): Promise<StoredStep[]> {
  const rows = await db
    .selectFrom('record_steps')
    .select(['step', 'at'])
    .where('record_id', '=', recordId)
    .orderBy('id')
    .execute();
  return rows.map(({ step, at }) => ({ step: step as StepName, at }));
}

/** A record as `fromRow` reads it, of what was written and when the database says it was. */
function storedOf(
  id: RecordId,
  { source, fee = zero, counter, sentTo, chain, ...record }: NewRecord,
  { created_at: createdAt, updated_at: updatedAt }: { readonly created_at: Date; readonly updated_at: Date },
): StoredRecord {
  return {
    payAddressIsHouse: false,
    reason: null,
    memo: null,
    journalId: null,
    folded: false,
    ...record,
    id,
    fee,
    counter: counter === undefined ? null : { swapId: source.id, ...counter },
    sentTo: sentTo ?? null,
    txId: null,
    blockNumber: null,
    blockId: null,
    blockTime: null,
    energyUsed: null,
    bandwidthUsed: null,
    networkFeeSun: null,
    ...chain,
    createdAt,
    updatedAt,
  };
}

function fromRow(row: Selectable<RecordsTable>): StoredRecord {
  return {
    id: row.id,
    personId: row.person_id,
    walletId: row.wallet_id,
    type: row.type as RecordType,
    direction: row.direction as 'in' | 'out',
    status: row.status as RecordStatus,
    settlement: row.settlement as 'chain' | 'internal',
    assetId: row.asset as AssetId,
    amount: unitsFromWire(row.amount),
    fee: unitsFromWire(row.fee),
    payAddress: row.pay_address,
    payAddressIsHouse: row.pay_address_is_house,
    receiveAddress: row.receive_address,
    sentTo:
      row.sent_to_contact === null || row.sent_to_name === null
        ? null
        : { contact: row.sent_to_contact, name: row.sent_to_name },
    reason: row.reason as RecordReason | null,
    memo: row.memo,
    txId: row.tx_id,
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    blockId: row.block_id,
    blockTime: row.block_time,
    energyUsed: row.energy_used === null ? null : Number(row.energy_used),
    bandwidthUsed: row.bandwidth_used === null ? null : Number(row.bandwidth_used),
    networkFeeSun: row.network_fee_sun === null ? null : unitsFromWire(row.network_fee_sun),
    journalId: row.journal_id,
    counter: counterOf(row),
    folded: row.folded,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function counterOf(row: Selectable<RecordsTable>): StoredRecord['counter'] {
  if (row.counter_asset === null || row.counter_amount === null) return null;
  return { swapId: row.source_id, assetId: row.counter_asset as AssetId, amount: unitsFromWire(row.counter_amount) };
}
