import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import type { TransferCode } from './chart.ts';
import type { Details } from './details.ts';
import { refusing } from './error.ts';
import type { AccountId, JournalId, PendingId, TransferId } from './ids.ts';
import type { PostedJournal } from './post-journal.ts';

export type PostHoldInput = {
  /** Idempotency key, as in `postJournal`. */
  readonly key: string;
  readonly pendingId: PendingId;
  /** Where the held amount goes. The amounts add up to the whole of it: a hold is posted once, in full. */
  readonly legs: readonly { readonly credit: AccountId; readonly amount: Units; readonly code: TransferCode }[];
  readonly details?: Details;
};

/**
 * Pays out a hold, whole, to one or several accounts of its asset. Of posting, voiding and expiring the first wins.
 * Throws `LedgerError`: `pending-already-resolved`, `pending-expired`, `amount-differs-from-pending` and others.
 */
export async function postHold(
  tx: DbTx,
  { key, pendingId, legs, details = {} }: PostHoldInput,
): Promise<PostedJournal> {
  const query = sql<{ journal_id: JournalId; transfer_ids: TransferId[]; replayed: boolean }>`
    SELECT journal_id, transfer_ids, replayed FROM ledger.post_hold(
      ${key}, ${pendingId}::bigint, ${legs.map((leg) => leg.credit)}::bigint[],
      ${legs.map((leg) => unitsToWire(leg.amount))}::numeric[], ${legs.map((leg) => leg.code)}::text[],
      ${JSON.stringify(details)}::jsonb)`;
  const { rows } = await refusing(query.execute(tx));
  const row = rows[0];
  assert(row !== undefined, 'the ledger answered without a journal');
  return { journalId: row.journal_id, transferIds: row.transfer_ids, replayed: row.replayed };
}
