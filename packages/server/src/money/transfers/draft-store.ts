import type { DraftId, PersonId, WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { sql, type RawBuilder } from 'kysely';
import type { ReceiverClass } from '../../chain/addresses/public.ts';
import { contactOf } from '../../people/discovery/public.ts';
import { draftLifetimeMs, hashDraft, type Draft, type StoredDraft } from './draft.ts';

type Row = {
  readonly id: DraftId;
  readonly person_id: PersonId;
  readonly wallet_id: WalletId;
  readonly asset_id: AssetId;
  readonly settlement: 'chain' | 'internal';
  readonly receiver_class: ReceiverClass;
  readonly receiver_wallet_id: WalletId | null;
  readonly own_move: boolean;
  readonly to_address: string;
  readonly amount: string;
  readonly fee: string;
  readonly usdt_value: string;
  readonly memo: string | null;
  readonly terms_version: number | null;
  readonly sent_to_contact: string | null;
  readonly sent_to_name: string | null;
  readonly hash: Buffer;
  readonly expires_at: Date;
  readonly used: boolean;
  readonly expired: boolean;
};

/** When a draft made now ends, by database time and whole milliseconds, so that its hash can be made before it is stored. */
export async function readDraftExpiry(db: DbReader): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${draftLifetimeMs / 1000}) AS at`.execute(
    db,
  );
  const [row] = rows;
  return row?.at ?? new Date(0);
}

export async function insertDrafts(db: DbReader, drafts: readonly Draft[]): Promise<void> {
  const column = <Value>(read: (draft: Draft) => Value) => drafts.map(read);
  await sql`
    INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class,
      receiver_wallet_id, own_move, to_address, amount, fee, usdt_value, memo, terms_version, sent_to_contact, sent_to_name,
      hash, expires_at)
    SELECT * FROM unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ personId }) => personId)}::uuid[],
      ${column(({ walletId }) => walletId)}::uuid[], ${column(({ assetId }) => assetId)}::text[],
      ${column(({ networkId }) => networkId)}::text[], ${column(({ settlement }) => settlement)}::text[],
      ${column(({ receiverClass }) => receiverClass)}::text[],
      ${column(({ receiverWalletId }) => receiverWalletId)}::uuid[], ${column(({ ownMove }) => ownMove)}::boolean[],
      ${column(({ toAddress }) => toAddress)}::text[], ${column(({ amount }) => unitsToWire(amount))}::numeric[],
      ${column(({ fee }) => unitsToWire(fee))}::numeric[], ${column(({ usdtValue }) => unitsToWire(usdtValue))}::numeric[],
      ${column(({ memo }) => memo)}::text[], ${column(({ termsVersion }) => termsVersion)}::integer[],
      ${column(({ sentTo }) => sentTo?.contact.value ?? null)}::text[], ${column(({ sentTo }) => sentTo?.name ?? null)}::text[],
      ${column(hashDraft)}::bytea[], ${column(({ expiresAt }) => expiresAt)}::timestamptz[])`.execute(db);
}

/** Whose confirmation of which draft. */
export type DraftKey = { readonly personId: PersonId; readonly id: DraftId };

/** People's own drafts, by id; another person's does not exist for them. */
export async function findDrafts(db: DbReader, keys: readonly DraftKey[]): Promise<ReadonlyMap<DraftId, StoredDraft>> {
  const { rows } = await sql<Row>`
    SELECT d.*, d.used_at IS NOT NULL AS used, d.expires_at <= clock_timestamp() AS expired
    FROM ${asked(keys)} JOIN withdrawal_drafts d USING (id, person_id)`.execute(db);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/**
 * Claims drafts for one confirmation at a time, and returns those that are the people's own, claimed or not: not claimed
 * is one that is used or that another confirmation holds.
 */
export async function claimDrafts(
  db: DbReader,
  keys: readonly DraftKey[],
): Promise<ReadonlyMap<DraftId, { readonly draft: StoredDraft; readonly claimed: boolean }>> {
  const { rows } = await claimOf(keys).execute(db);
  return new Map(rows.map((row) => [row.id, { draft: fromRow(row), claimed: row.claimed }]));
}

/** The statement of `claimDrafts`. */
export function claimOf(keys: readonly DraftKey[]): RawBuilder<Row & { readonly claimed: boolean }> {
  return sql<Row & { readonly claimed: boolean }>`
    WITH claimed AS (
      UPDATE withdrawal_drafts SET claimed_until = clock_timestamp() + interval '15 seconds'
      WHERE id IN (
        SELECT d.id FROM ${asked(keys)} JOIN withdrawal_drafts d USING (id, person_id)
        WHERE ${isUnused} AND coalesce(d.claimed_until <= clock_timestamp(), true)
        -- Who changes one of them now is about to claim or to use it.
        FOR NO KEY UPDATE OF d SKIP LOCKED)
      RETURNING id
    )
    SELECT d.*, d.used_at IS NOT NULL AS used, d.expires_at <= clock_timestamp() AS expired,
      EXISTS (SELECT FROM claimed WHERE claimed.id = d.id) AS claimed
    FROM ${asked(keys)} JOIN withdrawal_drafts d USING (id, person_id)`;
}

/** Of `d`. Written so that the planner does not read all unused drafts, which have an index, to find a few by their ids. */
const isUnused = sql<boolean>`num_nulls(d.used_at) = 1`;

function asked(keys: readonly DraftKey[]) {
  return sql`unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ personId }) => personId)}::uuid[])
    AS asked (id, person_id)`;
}

/** Marks drafts used, once and for ever: changes as many rows as there are ids, unless one of them was used. */
export function useOf(ids: readonly DraftId[]): RawBuilder<unknown> {
  return sql`
    UPDATE withdrawal_drafts d SET used_at = clock_timestamp() WHERE id = ANY(${ids}::uuid[]) AND ${isUnused}`;
}

export async function releaseDraft(db: DbReader, id: DraftId): Promise<void> {
  await sql`UPDATE withdrawal_drafts SET claimed_until = NULL WHERE id = ${id}`.execute(db);
}

/** Used drafts stay for ever: they are what the factors authorised. */
export async function deleteStaleDrafts(db: DbReader, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM withdrawal_drafts WHERE id IN (
      SELECT id FROM withdrawal_drafts
       WHERE used_at IS NULL AND expires_at < clock_timestamp() - interval '1 day' LIMIT ${limit})
       AND used_at IS NULL`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function fromRow(row: Row): StoredDraft {
  return {
    id: row.id,
    personId: row.person_id,
    walletId: row.wallet_id,
    assetId: row.asset_id,
    networkId: 'tron',
    settlement: row.settlement,
    receiverClass: row.receiver_class,
    receiverWalletId: row.receiver_wallet_id,
    ownMove: row.own_move,
    // Checked when it was typed; a byte that changed since also changes the hash, which every confirmation compares.
    toAddress: row.to_address as TronAddress,
    amount: unitsFromWire(row.amount),
    fee: unitsFromWire(row.fee),
    usdtValue: unitsFromWire(row.usdt_value),
    memo: row.memo,
    termsVersion: row.terms_version,
    sentTo: sentToOf(row),
    expiresAt: row.expires_at,
    hash: row.hash,
    used: row.used,
    expired: row.expired,
  };
}

function sentToOf({ sent_to_contact: value, sent_to_name: name }: Row): StoredDraft['sentTo'] {
  if (value === null || name === null) return null;
  return { contact: contactOf(value), name };
}
