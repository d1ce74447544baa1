import { assert } from '@tern/base/assert';
import type { DraftId, PersonId, RecordId, WalletId, WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { PendingId } from '@tern/ledger/ids';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, zero, type Units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { useOf } from './draft-store.ts';
import { transitions, type ReviewCause, type Withdrawal, type WithdrawalState } from './withdrawal.ts';

export type WithdrawalRow = {
  readonly id: WithdrawalId;
  readonly draft_id: DraftId;
  readonly person_id: PersonId;
  readonly wallet_id: WalletId;
  readonly asset_id: AssetId;
  readonly settlement: 'chain' | 'internal';
  readonly receiver_wallet_id: WalletId | null;
  readonly own_move: boolean;
  readonly to_address: string;
  readonly amount: string;
  readonly fee: string;
  readonly usdt_value: string;
  readonly memo: string | null;
  readonly approvals_needed: number;
  readonly review_cause: ReviewCause | null;
  readonly state: WithdrawalState;
  readonly pending_id: PendingId | null;
  readonly record_id: RecordId;
  readonly created_at: Date;
};

/**
 * Writes new withdrawals in the states that follow `requested`, and that step of each, and marks their drafts as used. Asserts
 * that the steps exist and that no draft was used: whoever uses one holds its person's row.
 */
export async function insertWithdrawals(
  tx: DbTx,
  withdrawals: readonly Omit<Withdrawal, 'createdAt'>[],
): Promise<void> {
  const first: WithdrawalState = 'requested';
  for (const { state } of withdrawals) assert(transitions[first].includes(state), `no step from ${first} to ${state}`);
  const column = <Value>(read: (withdrawal: Omit<Withdrawal, 'createdAt'>) => Value) => withdrawals.map(read);
  const { rows } = await sql<{ used: number }>`
    WITH used AS (${useOf(column(({ draftId }) => draftId))} RETURNING id),
    made AS (
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move,
        to_address, amount, fee, usdt_value, memo, approvals_needed, review_cause, state, pending_id, record_id)
      SELECT * FROM unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ draftId }) => draftId)}::uuid[],
        ${column(({ personId }) => personId)}::uuid[], ${column(({ walletId }) => walletId)}::uuid[],
        ${column(({ assetId }) => assetId)}::text[], ${column(({ settlement }) => settlement)}::text[],
        ${column(({ receiverWalletId }) => receiverWalletId)}::uuid[], ${column(({ ownMove }) => ownMove)}::boolean[],
        ${column(({ toAddress }) => toAddress)}::text[], ${column(({ amount }) => unitsToWire(amount))}::numeric[],
        ${column(({ fee }) => unitsToWire(fee))}::numeric[], ${column(({ usdtValue }) => unitsToWire(usdtValue))}::numeric[],
        ${column(({ memo }) => memo)}::text[], ${column(({ approvalsNeeded }) => approvalsNeeded)}::smallint[],
        ${column(({ reviewCause }) => reviewCause)}::text[], ${column(({ state }) => state)}::text[],
        ${column(({ pendingId }) => pendingId)}::bigint[], ${column(({ recordId }) => recordId)}::uuid[])
      RETURNING id, state
    ),
    begun AS (
      INSERT INTO withdrawal_states (withdrawal_id, from_state, to_state) SELECT id, ${first}, state FROM made)
    SELECT count(*)::int AS used FROM used`.execute(tx);
  assert(rows[0]?.used === withdrawals.length, 'a draft was used while its person was locked');
}

/**
 * Moves a withdrawal one step and writes it down. False where it is no longer in `from`: somebody else was faster.
 * Asserts that the step exists.
 */
export async function moveWithdrawal(
  tx: DbTx,
  step: { id: WithdrawalId; from: WithdrawalState; to: WithdrawalState },
): Promise<boolean> {
  const { id, from, to } = step;
  assert(transitions[from].includes(to), `no step from ${from} to ${to}`);
  const { numAffectedRows } = await sql`
    UPDATE withdrawals SET state = ${to}, changed_at = clock_timestamp(), due_at = clock_timestamp()
     WHERE id = ${id} AND state = ${from}`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    INSERT INTO withdrawal_states (withdrawal_id, from_state, to_state) VALUES (${id}, ${from}, ${to})`.execute(tx);
  return true;
}

/** The withdrawal with its row locked until the transaction ends: decisions about it happen one after the other. */
export async function lockWithdrawal(tx: DbTx, id: WithdrawalId): Promise<Withdrawal | undefined> {
  const { rows } = await sql<WithdrawalRow>`SELECT * FROM withdrawals WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0] === undefined ? undefined : withdrawalFromRow(rows[0]);
}

/** By the sender's record, and only for its owner; locked as `lockWithdrawal`. */
export async function lockWithdrawalOfRecord(
  tx: DbTx,
  personId: PersonId,
  recordId: RecordId,
): Promise<Withdrawal | undefined> {
  const { rows } = await sql<WithdrawalRow>`
    SELECT * FROM withdrawals WHERE record_id = ${recordId} AND person_id = ${personId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0] === undefined ? undefined : withdrawalFromRow(rows[0]);
}

export async function findWithdrawal(db: DbReader, id: WithdrawalId): Promise<Withdrawal | undefined> {
  const { rows } = await sql<WithdrawalRow>`SELECT * FROM withdrawals WHERE id = ${id}`.execute(db);
  return rows[0] === undefined ? undefined : withdrawalFromRow(rows[0]);
}

/** USDT-equivalent that counts against the person's limit: everything of the last 24 hours that was not undone. */
export async function sumOfLastDay(db: DbReader, personId: PersonId): Promise<Units> {
  return (await sumsOfLastDay(db, [personId])).get(personId) ?? zero;
}

/** As `sumOfLastDay`, for several people; who sent nothing is absent. */
export async function sumsOfLastDay(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, Units>> {
  const { rows } = await sql<{ person_id: PersonId; total: string }>`
    SELECT person_id, sum(usdt_value)::text AS total FROM withdrawals
     WHERE person_id = ANY(${personIds}::uuid[]) AND NOT own_move AND created_at > clock_timestamp() - interval '24 hours'
       AND state NOT IN ('rejected', 'cancelled', 'failed')
     GROUP BY person_id`.execute(db);
  return new Map(rows.map((row) => [row.person_id, unitsFromWire(row.total)]));
}

/** What people sent to the chain in the last 24 hours and was not undone, and when the first of it counts no more; none is absent. */
export async function chainSumsOfLastDay(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, { readonly total: Units; readonly moreAt: Date }>> {
  const { rows } = await sql<{ person_id: PersonId; total: string; more_at: Date }>`
    SELECT person_id, sum(usdt_value)::text AS total, min(created_at) + interval '24 hours' AS more_at FROM withdrawals
     WHERE person_id = ANY(${personIds}::uuid[]) AND settlement = 'chain'
       AND created_at > clock_timestamp() - interval '24 hours' AND state NOT IN ('rejected', 'cancelled', 'failed')
     GROUP BY person_id`.execute(db);
  return new Map(rows.map((row) => [row.person_id, { total: unitsFromWire(row.total), moreAt: row.more_at }]));
}

/**
 * USDT-equivalent that left for the chain within 24 hours, or is on its way without waiting for an operator. Locks the
 * count until the transaction ends: of sends at the same moment each sees the ones before it.
 */
export async function lockSumOfDailyOutflow(tx: DbTx): Promise<Units> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('withdrawals:daily-outflow', 0))`.execute(tx);
  // A statement of its own: it has to see what the holder of the lock before it committed.
  return sumOfDailyOutflow(tx);
}

/** As `lockSumOfDailyOutflow`, only to be shown. */
export async function sumOfDailyOutflow(db: DbReader): Promise<Units> {
  const { rows } = await sql<{ total: string }>`
    SELECT coalesce(sum(usdt_value), 0)::text AS total FROM withdrawals
     WHERE settlement = 'chain' AND created_at > clock_timestamp() - interval '24 hours'
       AND state IN ('approved', 'signed', 'broadcast', 'included', 'completed')`.execute(db);
  return unitsFromWire(rows[0]?.total ?? '0');
}

/** Most addresses a history is compared with: enough for any person, bounded for any list. */
const historyMax = 1000;

/** Addresses these people's money went to or is going to, newest first. Those it never reached teach nothing; who sent none is absent. */
export async function listSentTo(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, readonly string[]>> {
  const { rows } = await sql<{ person_id: PersonId; addresses: readonly string[] }>`
    SELECT p.person_id, array_agg(sent.to_address ORDER BY sent.last_at DESC) AS addresses
    FROM unnest(${personIds}::uuid[]) AS p (person_id) CROSS JOIN LATERAL (
      SELECT to_address, max(created_at) AS last_at FROM withdrawals w
       WHERE w.person_id = p.person_id AND NOT own_move AND state NOT IN ('rejected', 'cancelled', 'failed')
         AND NOT EXISTS (SELECT FROM withdrawal_drafts d WHERE d.id = w.draft_id AND d.sent_to_contact IS NOT NULL)
       GROUP BY to_address ORDER BY last_at DESC LIMIT ${historyMax}) AS sent
    GROUP BY p.person_id`.execute(db);
  return new Map(rows.map((row) => [row.person_id, row.addresses]));
}

/** A sender and the wallet they pay, named by its address or by a contact of its owner. */
export type PaidPair = { readonly personId: PersonId; readonly address: TronAddress; readonly byContact: boolean };

/**
 * Who of them ever completed a payment to the receiver beside them, named in the same way: a hold on new addresses lets
 * these through. The way counts, so that nobody learns which address belongs to a contact.
 */
export async function listPaidBefore(db: DbReader, pairs: readonly PaidPair[]): Promise<ReadonlySet<PersonId>> {
  const { rows } = await sql<{ person_id: PersonId }>`
    SELECT p.person_id
    FROM unnest(${pairs.map(({ personId }) => personId)}::uuid[], ${pairs.map(({ address }) => address)}::text[],
      ${pairs.map(({ byContact }) => byContact)}::boolean[]) AS p (person_id, address, by_contact)
    WHERE EXISTS (
      SELECT FROM withdrawals w JOIN withdrawal_drafts d ON d.id = w.draft_id
       AND (d.sent_to_contact IS NOT NULL) = p.by_contact
       WHERE w.person_id = p.person_id AND w.to_address = p.address AND w.state = 'completed')`.execute(db);
  return new Set(rows.map(({ person_id: personId }) => personId));
}

export async function isAssetPaused(db: DbReader, assetId: AssetId): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sending_pauses WHERE asset_id = ${assetId}`.execute(db);
  return rows.length > 0;
}

/** Assets that are not sent to the chain now. */
export async function listPausedAssets(db: DbReader): Promise<ReadonlySet<AssetId>> {
  const { rows } = await sql<{ asset_id: AssetId }>`SELECT asset_id FROM sending_pauses`.execute(db);
  return new Set(rows.map(({ asset_id: assetId }) => assetId));
}

/** Stops sends of an asset to the chain until an operator lifts it. */
export async function pauseAsset(tx: DbTx, assetId: AssetId, reason: string): Promise<void> {
  await sql`INSERT INTO sending_pauses (asset_id, reason) VALUES (${assetId}, ${reason}) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
}

/** Remembers an address the house pays from. */
export async function insertHotAddress(db: DbReader, address: TronAddress): Promise<void> {
  await sql`INSERT INTO hot_wallets (address) VALUES (${address}) ON CONFLICT DO NOTHING`.execute(db);
}

/** The addresses the house pays from, the one it uses now first; none until a worker has met the signer. */
export async function listHotAddresses(db: DbReader): Promise<readonly TronAddress[]> {
  const { rows } = await sql<{ address: string }>`SELECT address FROM hot_wallets ORDER BY since DESC`.execute(db);
  return rows.map(({ address }) => getAddress(address));
}

export async function isHotAddress(db: DbReader, address: TronAddress): Promise<boolean> {
  const { rows } = await sql`SELECT FROM hot_wallets WHERE address = ${address}`.execute(db);
  return rows.length > 0;
}

export function withdrawalFromRow(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    draftId: row.draft_id,
    personId: row.person_id,
    walletId: row.wallet_id,
    assetId: row.asset_id,
    settlement: row.settlement,
    receiverWalletId: row.receiver_wallet_id,
    ownMove: row.own_move,
    toAddress: getAddress(row.to_address),
    amount: unitsFromWire(row.amount),
    fee: unitsFromWire(row.fee),
    usdtValue: unitsFromWire(row.usdt_value),
    memo: row.memo,
    approvalsNeeded: row.approvals_needed,
    reviewCause: row.review_cause,
    state: row.state,
    pendingId: row.pending_id,
    recordId: row.record_id,
    createdAt: row.created_at,
  };
}
