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

/**
 * Gives a held amount back and ends the hold; nothing moves. The same key and reason again give the same journal,
 * flagged `replayed`. It takes effect when `tx` commits.
 *
 * @throws LedgerError `pending-already-resolved` where the hold was posted, voided or expired; `pending-not-found`
 *   where there is none; `key-invalid`, `key-reused` and `kind-forbidden` as in `postJournal`.
 * @example
 * const { pendingId } = await holdFunds(tx, {
 *   key: 'withdrawal:1',
 *   kind: 'withdrawal-hold',
 *   account: alice.usdt,
 *   amount: units(60_000_000n),
 *   asset: 'usdt',
 *   code: 'withdrawal',
 * });
 * await voidHold(tx, { key: 'withdrawal:1:void', pendingId, reason: 'cancelled-by-person' });
 * (await getAccountBalance(tx, alice.usdt)).available; // → 100_000_000n
 * const again = { key: 'withdrawal:1:again', pendingId, reason: 'cancelled-by-person' };
 * await voidHold(tx, again); // throws LedgerError('pending-already-resolved')
 */
export async function voidHold(tx: DbTx, { key, pendingId, reason }: VoidHoldInput): Promise<VoidedHold> {
  const query = sql<{ journal_id: JournalId; replayed: boolean }>`
    SELECT journal_id, replayed
    FROM ledger.void_hold(${key}, ${pendingId}::bigint, ${JSON.stringify({ reason })}::jsonb)`;
  const { rows } = await refusing(query.execute(tx));
  const row = rows[0];
  assert(row !== undefined, 'the ledger answered without a journal');
  return { journalId: row.journal_id, replayed: row.replayed };
}
