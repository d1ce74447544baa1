import type { PersonId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { unitsFromWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';

/** Rows as the database writes them in JSON, which it reads again without loss. */
type Rows = { readonly events: string; readonly replies: string };

/**
 * Copies what shows that a person confirmed a draft, from another database with the same tables: that the factors were given for
 * exactly this draft, and what was answered.
 */
export async function copyAuthorisation(
  tx: DbTx,
  aside: DbReader,
  { personId, hash, recordId }: { readonly personId: PersonId; readonly hash: Buffer; readonly recordId: RecordId },
): Promise<void> {
  const { rows } = await sql<Rows>`
    SELECT
      (SELECT coalesce(jsonb_agg(to_jsonb(e)), '[]')::text FROM security_events e
        WHERE e.person_id = ${personId} AND e.kind = 'transfer-authorized' AND e.detail = ${hash.toString('hex')}) AS events,
      (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]')::text FROM idempotent_replies r
        WHERE r.person_id = ${personId} AND r.body ->> 'id' = ${recordId}::text) AS replies`.execute(aside);
  const [found] = rows;
  await sql`
    INSERT INTO security_events SELECT * FROM jsonb_populate_recordset(NULL::security_events, ${found?.events ?? '[]'}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    INSERT INTO idempotent_replies
    SELECT * FROM jsonb_populate_recordset(NULL::idempotent_replies, ${found?.replies ?? '[]'}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** An attempt that failed on the chain, with what the network burnt for it. */
export type FailedAttempt = { readonly number: number; readonly txId: string; readonly feeSun: Units };

/**
 * Copies the signed transactions of a withdrawal from another database with the same tables, in the place of an order that was
 * never signed here. What has paid there is to be found on the chain again: it is under way. Returns those copied that failed.
 */
export async function copyAttempts(tx: DbTx, aside: DbReader, id: WithdrawalId): Promise<readonly FailedAttempt[]> {
  const { rows: found } = await sql<{ attempts: string }>`
    SELECT coalesce(jsonb_agg(to_jsonb(a) || CASE WHEN a.state IN ('signed', 'succeeded') THEN
        '{"state": "signed", "block_number": null, "result": null, "fee_sun": null, "ended_at": null}' ELSE '{}' END::jsonb),
        '[]')::text AS attempts
      FROM withdrawal_attempts a WHERE a.withdrawal_id = ${id} AND a.state <> 'ordered'`.execute(aside);
  await sql`DELETE FROM withdrawal_attempts WHERE withdrawal_id = ${id} AND state = 'ordered'`.execute(tx);
  const { rows } = await sql<{ number: number; state: string; tx_id: string | null; fee_sun: string | null }>`
    INSERT INTO withdrawal_attempts
    SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_attempts, ${found[0]?.attempts ?? '[]'}::jsonb)
    ON CONFLICT ON CONSTRAINT withdrawal_attempts_pkey DO NOTHING RETURNING number, state, tx_id, fee_sun`.execute(tx);
  return rows.flatMap(({ number, state, tx_id: txId, fee_sun: feeSun }) =>
    state !== 'failed' || txId === null || feeSun === null ? [] : [{ number, txId, feeSun: unitsFromWire(feeSun) }],
  );
}

/** Bytes that are signed and may be on the chain, and since when; undefined where there are none. */
export async function findSigned(
  db: DbReader,
  id: WithdrawalId,
): Promise<{ readonly txId: string; readonly at: Date } | undefined> {
  const { rows } = await sql<{ txId: string | null; at: Date }>`
    SELECT tx_id AS "txId", created_at AS at FROM withdrawal_attempts
     WHERE withdrawal_id = ${id} AND state = 'signed'`.execute(db);
  const [row] = rows;
  return row === undefined || row.txId === null ? undefined : { txId: row.txId, at: row.at };
}

/**
 * Whether the chain may have paid a withdrawal that is not approved here: it was signed before its database was set back, as its
 * transactions here say or the signer remembers.
 */
export async function mayHavePaid(db: DbReader, id: WithdrawalId): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`SELECT may_have_paid(${id}) AS paid`.execute(db);
  return rows[0]?.paid === true;
}

/**
 * Notes which of these withdrawals, which the signer remembers to have signed, are under review here: their database was set
 * back.
 */
export async function noteSignedBefore(tx: DbTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO payouts_signed_before (withdrawal_id)
    SELECT id FROM withdrawals WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'under-review'
    ON CONFLICT ON CONSTRAINT payouts_signed_before_pkey DO NOTHING`.execute(tx);
}

/** Copies what a withdrawal was held for from another database with the same tables, so that whoever decides again has it. */
export async function copyCase(tx: DbTx, aside: DbReader, id: WithdrawalId): Promise<void> {
  const { rows } = await sql<{ cases: string }>`
    SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text AS cases FROM screening_cases c WHERE c.withdrawal_id = ${id}`.execute(
    aside,
  );
  await sql`
    INSERT INTO screening_cases
    SELECT * FROM jsonb_populate_recordset(NULL::screening_cases, ${rows[0]?.cases ?? '[]'}::jsonb)
    ON CONFLICT ON CONSTRAINT screening_cases_pkey DO NOTHING`.execute(tx);
}
