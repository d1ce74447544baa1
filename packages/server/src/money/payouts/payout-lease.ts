import { randomUUID } from 'node:crypto';
import type { WithdrawalId } from '@tern/base/ids';
import type { PayoutWait } from '@tern/contracts/routes/console-reviews';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { withdrawalFromRow, type WithdrawalRow, type Withdrawal, type WithdrawalState } from '../transfers/public.ts';

/**
 * How long a worker's claim lasts, by database time, unless it is lengthened: what a dead one had is picked up after it.
 * No payment is made twice when a claim runs out; but what takes longer than a claim would never come to its end.
 */
const leaseSeconds = 30;
const renewAfterMs = (leaseSeconds * 1_000) / 3;

/** When a withdrawal on which a step failed unexpectedly is looked at again. */
const faultRetryMs = 30_000;

export type Leased = { readonly withdrawal: Withdrawal; readonly lease: string };

export type WaitingFor = PayoutWait;

/** Claims chain withdrawals that are due, oldest first. Workers side by side never get the same one. */
export async function leaseDue(
  db: Database,
  { states, limit }: { readonly states: readonly WithdrawalState[]; readonly limit: number },
): Promise<readonly Leased[]> {
  const lease = randomUUID();
  const { rows } = await sql<WithdrawalRow>`
    WITH due AS (
      SELECT id FROM withdrawals
       WHERE settlement = 'chain' AND state = ANY(${[...states]}::text[]) AND attention IS NULL
         AND due_at <= clock_timestamp() AND coalesce(leased_until <= clock_timestamp(), true)
       ORDER BY due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE withdrawals w SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE w.id = due.id RETURNING w.*`.execute(db.kysely);
  return rows.map((row) => ({ withdrawal: withdrawalFromRow(row), lease }));
}

/** Claims withdrawals whose signed bytes are due to be handed out. */
export async function leaseForBroadcast(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<readonly Leased[]> {
  const lease = randomUUID();
  const { rows } = await sql<WithdrawalRow>`
    WITH due AS (
      SELECT w.id FROM withdrawals w JOIN withdrawal_attempts a ON a.withdrawal_id = w.id
       WHERE w.settlement = 'chain' AND w.state IN ('signed', 'broadcast') AND w.attention IS NULL AND coalesce(w.leased_until <= clock_timestamp(), true)
         AND a.state = 'signed' AND a.broadcast_due_at <= clock_timestamp()
       ORDER BY a.broadcast_due_at LIMIT ${limit} FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE withdrawals w SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE w.id = due.id RETURNING w.*`.execute(db.kysely);
  return rows.map((row) => ({ withdrawal: withdrawalFromRow(row), lease }));
}

/**
 * Works through claims one after the other and keeps each for as long as its work takes. One that throws is given back
 * and holds up no other; what it threw is thrown at the end. Returns how many `work` said were done.
 */
export async function workThrough(
  db: Database,
  leased: readonly Leased[],
  work: (each: Leased) => Promise<boolean>,
): Promise<number> {
  const faults: unknown[] = [];
  let done = 0;
  for (const each of leased) {
    if (!(await renewLease(db, each))) continue;
    // A renewal that fails is made up for by the next one, or the claim runs out and the work is done again.
    const renewal = setInterval(() => void renewLease(db, each).catch(() => undefined), renewAfterMs);
    try {
      if (await work(each)) done += 1;
    } catch (error) {
      faults.push(error);
      await returnLease(db, each, faultRetryMs);
    } finally {
      clearInterval(renewal);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${leased.length} payments failed`);
  if (faults.length === 1) throw faults[0];
  return done;
}

/** Lengthens a claim. False where somebody else has it by now. */
async function renewLease(db: Database, { withdrawal, lease }: Leased): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE withdrawals SET leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     WHERE id = ${withdrawal.id} AND lease = ${lease}`.execute(db.kysely);
  return numAffectedRows === 1n;
}

/** Takes a claim away from whoever has it: their work on this withdrawal comes to nothing. */
export async function revokeLease(tx: DbTx, id: WithdrawalId): Promise<void> {
  await sql`UPDATE withdrawals SET lease = NULL, leased_until = NULL WHERE id = ${id}`.execute(tx);
}

/**
 * Runs `work` on the withdrawal as it is now, locked, if the claim still holds. False where it had run out: then somebody
 * else has gone on from here, and nothing was done.
 */
export function underLease(
  db: Database,
  { withdrawal, lease }: Leased,
  work: (tx: DbTx, current: Withdrawal) => Promise<void>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql<WithdrawalRow>`
      SELECT * FROM withdrawals WHERE id = ${withdrawal.id} AND lease = ${lease} FOR NO KEY UPDATE`.execute(tx);
    if (rows[0] === undefined) return false;
    await work(tx, withdrawalFromRow(rows[0]));
    return true;
  });
}

/** As `underLease`, and gives the claim back when it commits. */
export function endLease(
  db: Database,
  leased: Leased,
  work: (tx: DbTx, current: Withdrawal) => Promise<void>,
): Promise<boolean> {
  return underLease(db, leased, async (tx, current) => {
    await work(tx, current);
    await revokeLease(tx, current.id);
  });
}

/** Gives a claim back unchanged; the next look comes after `afterMs`. */
export async function returnLease(db: Database, { withdrawal, lease }: Leased, afterMs: number): Promise<void> {
  await sql`
    UPDATE withdrawals SET lease = NULL, leased_until = NULL, due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
     WHERE id = ${withdrawal.id} AND lease = ${lease}`.execute(db.kysely);
}

/** Notes why a withdrawal cannot go on now and when to look again; ends by itself. True where the reason is a new one. */
export async function setWaiting(
  tx: DbTx,
  id: WithdrawalId,
  why: { readonly waitingFor: WaitingFor; readonly detail: string; readonly afterMs: number },
): Promise<boolean> {
  const { waitingFor, detail, afterMs } = why;
  const { rows } = await sql<{ news: boolean }>`
    WITH before AS (SELECT waiting_for FROM withdrawals WHERE id = ${id})
    UPDATE withdrawals SET waiting_for = ${waitingFor}, waiting_detail = ${detail.slice(0, 500)},
      due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
     WHERE id = ${id} RETURNING (SELECT waiting_for FROM before) IS DISTINCT FROM ${waitingFor} AS news`.execute(tx);
  return rows[0]?.news === true;
}

export async function clearWaiting(tx: DbTx, id: WithdrawalId): Promise<void> {
  await sql`
    UPDATE withdrawals SET waiting_for = NULL, waiting_detail = NULL WHERE id = ${id} AND waiting_for IS NOT NULL`.execute(
    tx,
  );
}

/** Stops the machinery for one withdrawal until an operator has looked; the hold stays. */
export async function setAttention(tx: DbTx, id: WithdrawalId, attention: string): Promise<void> {
  await sql`UPDATE withdrawals SET attention = ${attention.slice(0, 500)} WHERE id = ${id}`.execute(tx);
}

export async function setDue(tx: DbTx, id: WithdrawalId, afterMs: number): Promise<void> {
  await sql`
    UPDATE withdrawals SET due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000}) WHERE id = ${id}`.execute(
    tx,
  );
}
