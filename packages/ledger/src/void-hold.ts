import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { refusing } from './error.ts';
import type { JournalId, PendingId } from './ids.ts';

export type VoidHoldInput = {
  /** Idempotency key, as in `postJournal`. */
  readonly key: string;
  readonly pendingId: PendingId;
  /** Kept in the journal's details, for example `cancelled-by-person`. */
  readonly reason: string;
};

export type VoidedHold = { readonly journalId: JournalId; readonly replayed: boolean };

/** Gives a held amount back. Throws `LedgerError`, `pending-already-resolved` when it was posted, voided or expired. */
export async function voidHold(tx: DbTx, { key, pendingId, reason }: VoidHoldInput): Promise<VoidedHold> {
  const query = sql<{ journal_id: JournalId; replayed: boolean }>`
    SELECT journal_id, replayed
    FROM ledger.void_hold(${key}, ${pendingId}::bigint, ${JSON.stringify({ reason })}::jsonb)`;
  const { rows } = await refusing(query.execute(tx));
  const row = rows[0];
  assert(row !== undefined, 'the ledger answered without a journal');
  return { journalId: row.journal_id, replayed: row.replayed };
}
