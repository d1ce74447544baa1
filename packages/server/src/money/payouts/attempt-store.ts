import { assert } from '@tern/base/assert';
import type { WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import type { BroadcastAnswer } from '@tern/tron/broadcast';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import {
  readQuestion,
  serializeQuestion,
  type OpenOutflows,
  type Question,
  type SignedBytes,
  type StoredQuestion,
} from '../../chain/orders/public.ts';
import type { AttemptKey, AttemptState, PayoutAttempt } from './attempt.ts';

type Row = {
  readonly withdrawal_id: WithdrawalId;
  readonly number: number;
  readonly state: AttemptState;
  readonly signing_order: StoredQuestion;
  readonly raw_hex: string | null;
  readonly signature_hex: string | null;
  readonly tx_id: string | null;
  readonly block_number: string | null;
};

/** The attempt that may still pay or has paid; there is at most one. */
export async function findLiveAttempt(db: DbReader, id: WithdrawalId): Promise<PayoutAttempt | undefined> {
  const { rows } = await sql<Row>`
    SELECT * FROM withdrawal_attempts
     WHERE withdrawal_id = ${id} AND state IN ('ordered', 'signed', 'succeeded')`.execute(db);
  return rows[0] === undefined ? undefined : fromRow(rows[0]);
}

export type AttemptHistory = {
  /** Number the next attempt gets. */
  readonly nextNumber: number;
  readonly failures: number;
  readonly expiries: number;
  /** Why the last one cannot pay any more; null before the first. */
  readonly lastProof: DeathProof | null;
};

export async function readAttemptHistory(db: DbReader, id: WithdrawalId): Promise<AttemptHistory> {
  const { rows } = await sql<{ number: number; state: AttemptState; death_proof: DeathProof | null }>`
    SELECT number, state, death_proof FROM withdrawal_attempts
     WHERE withdrawal_id = ${id} AND state IN ('failed', 'dead') ORDER BY number`.execute(db);
  const last = rows.at(-1);
  return {
    nextNumber: (last?.number ?? 0) + 1,
    failures: rows.filter((row) => row.state === 'failed').length,
    expiries: rows.filter((row) => row.state === 'dead').length,
    lastProof: last?.death_proof ?? null,
  };
}

export async function insertAttempt(
  tx: DbTx,
  { withdrawalId, number }: AttemptKey,
  { question, costMaxSun }: { readonly question: Question; readonly costMaxSun: Units },
): Promise<void> {
  await sql`
    INSERT INTO withdrawal_attempts (withdrawal_id, number, signing_order, expiration, cost_max_sun)
    VALUES (${withdrawalId}, ${number}, ${serializeQuestion(question)}::jsonb,
      ${new Date(question.expirationMs)}, ${unitsToWire(costMaxSun)})`.execute(tx);
}

/** Forgets an order the signer refused; the next look makes a new one. */
export async function deleteOrderedAttempt(tx: DbTx, { withdrawalId, number }: AttemptKey): Promise<void> {
  await sql`
    DELETE FROM withdrawal_attempts
     WHERE withdrawal_id = ${withdrawalId} AND number = ${number} AND state = 'ordered'`.execute(tx);
}

/** Stores the signed bytes. From here on they may be anywhere. */
export async function storeSigned(tx: DbTx, { withdrawalId, number }: AttemptKey, signed: SignedBytes): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE withdrawal_attempts SET state = 'signed', raw_hex = ${signed.rawHex}, signature_hex = ${signed.signatureHex}, tx_id = ${signed.txId}
     WHERE withdrawal_id = ${withdrawalId} AND number = ${number} AND state = 'ordered'`.execute(tx);
  assert(numAffectedRows === 1n, `attempt ${number} of ${withdrawalId} is not waiting for its signature`);
}

export async function storeBroadcast(
  tx: DbTx,
  { withdrawalId, number }: AttemptKey,
  answers: readonly (BroadcastAnswer & { readonly node: string })[],
  againAfterMs: number,
): Promise<void> {
  for (const { node, outcome, code, message } of answers) {
    await sql`
      INSERT INTO withdrawal_broadcasts (withdrawal_id, number, node, outcome, code, message)
      VALUES (${withdrawalId}, ${number}, ${node}, ${outcome}, ${code.slice(0, 100)}, ${message.slice(0, 500)})`.execute(
      tx,
    );
  }
  await sql`
    UPDATE withdrawal_attempts SET broadcast_due_at = clock_timestamp() + make_interval(secs => ${againAfterMs / 1000})
     WHERE withdrawal_id = ${withdrawalId} AND number = ${number}`.execute(tx);
}

/** Where the head shows the attempt; null when it is in no block any more. */
export async function storeSeen(
  tx: DbTx,
  { withdrawalId, number }: AttemptKey,
  blockNumber: number | null,
): Promise<void> {
  await sql`
    UPDATE withdrawal_attempts SET block_number = ${blockNumber}
     WHERE withdrawal_id = ${withdrawalId} AND number = ${number} AND state = 'signed'`.execute(tx);
}

export type AttemptEnd =
  | { readonly state: 'succeeded'; readonly result: string; readonly feeSun: Units; readonly blockNumber: number }
  | {
      readonly state: 'failed';
      readonly result: string;
      readonly feeSun: Units;
      readonly blockNumber: number;
      readonly proof: DeathProof;
    }
  | { readonly state: 'dead'; readonly proof: DeathProof };

/** Ends a signed attempt for ever. Asserts that it had not ended yet. */
export async function endAttempt(tx: DbTx, { withdrawalId, number }: AttemptKey, end: AttemptEnd): Promise<void> {
  const result = end.state === 'dead' ? null : end.result;
  const feeSun = end.state === 'dead' ? null : unitsToWire(end.feeSun);
  const blockNumber = end.state === 'dead' ? null : end.blockNumber;
  const proof = end.state === 'succeeded' ? null : JSON.stringify(end.proof);
  const { numAffectedRows } = await sql`
    UPDATE withdrawal_attempts SET state = ${end.state}, result = ${result}, fee_sun = ${feeSun}, block_number = ${blockNumber},
      death_proof = ${proof}::jsonb, ended_at = clock_timestamp()
     WHERE withdrawal_id = ${withdrawalId} AND number = ${number} AND state = 'signed'`.execute(tx);
  assert(numAffectedRows === 1n, `attempt ${number} of ${withdrawalId} has ended already`);
}

/** What attempts under way may still take out of the hot wallet: of one asset, and sun for all of them. */
export async function sumOpenOutflows(db: DbReader, assetId: AssetId): Promise<OpenOutflows> {
  const { rows } = await sql<{ amount: string; cost: string }>`
    SELECT coalesce(sum(w.amount) FILTER (WHERE w.asset_id = ${assetId}), 0)::text AS amount,
           coalesce(sum(a.cost_max_sun), 0)::text AS cost
      FROM withdrawal_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
     WHERE a.state IN ('ordered', 'signed')`.execute(db);
  return { amount: unitsFromWire(rows[0]?.amount ?? '0'), costSun: unitsFromWire(rows[0]?.cost ?? '0') };
}

/** Which of these transactions are our own payments, so that readers of the chain take them for nothing else. */
export async function listPayoutsAmong(db: DbReader, txIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ txId: string }>`
    SELECT tx_id AS "txId" FROM withdrawal_attempts WHERE tx_id = ANY(${[...txIds]}::text[])`.execute(db);
  return rows.map(({ txId }) => txId);
}

function fromRow(row: Row): PayoutAttempt {
  const { raw_hex: rawHex, signature_hex: signatureHex, tx_id: txId } = row;
  return {
    withdrawalId: row.withdrawal_id,
    number: row.number,
    state: row.state,
    question: readQuestion(row.signing_order),
    signed: rawHex === null || signatureHex === null || txId === null ? null : { txId, rawHex, signatureHex },
    blockNumber: row.block_number === null ? null : Number(row.block_number),
  };
}
