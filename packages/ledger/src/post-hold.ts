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
 * Moves the whole amount of a hold to one or several accounts of its asset, and ends the hold. Of posting, voiding and
 * expiring the first wins. The same key and content again give the same journal, flagged `replayed`. It takes effect
 * when `tx` commits.
 *
 * @throws LedgerError `pending-already-resolved` where the hold was posted, voided or expired; `pending-expired` where
 *   its time is over; `amount-differs-from-pending` where the legs do not add up to the hold;
 *   `target-differs-from-pending` where the hold names another receiver; and those of `postJournal`.
 * @example
 * const { pendingId } = await holdFunds(tx, {
 *   key: 'withdrawal:1',
 *   kind: 'withdrawal-hold',
 *   account: alice.usdt,
 *   amount: units(60_000_000n),
 *   asset: 'usdt',
 *   code: 'withdrawal',
 * });
 * const legs = [
 *   { credit: house.hot, amount: units(59_000_000n), code: 'withdrawal' },
 *   { credit: house.income, amount: units(1_000_000n), code: 'withdrawal-fee' },
 * ];
 * (await postHold(tx, { key: 'withdrawal:1:post', pendingId, legs })).transferIds.length; // → 2
 * (await getBalances(tx, { walletId: alice.walletId })).get('usdt');
 * // → { posted: 40_000_000n, held: 0n, available: 40_000_000n }
 * await postHold(tx, { key: 'withdrawal:1:again', pendingId, legs }); // throws LedgerError('pending-already-resolved')
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
