import type { DbReader } from '@tern/db/database';
import type { AccountId, JournalId, TransferId } from './ids.ts';

export type Entry = {
  readonly transferId: TransferId;
  readonly journalId: JournalId;
  /** Place in the account's history, from 1 without gaps. */
  readonly seq: bigint;
  readonly kind: string;
  readonly code: string;
  /** Base units, positive for a credit, negative for a debit. */
  readonly amount: bigint;
  /** The account's credits less debits after it. */
  readonly balanceAfter: bigint;
  /** The other account of the transfer. */
  readonly counterpart: AccountId;
  readonly at: Date;
};

export type ListEntriesInput = {
  readonly accountId: AccountId;
  /** Entries of a page: 1 to 200. A larger number counts as 200. */
  readonly limit: number;
  /** The last transfer of the page before; absent for the newest page. */
  readonly before?: TransferId;
};

const beyondAll = '9223372036854775807';

/**
 * Lists a page of the history of a customer's account, the newest entry first. The next page begins `before` the last
 * transfer of this one, so page 10,000 takes no longer than the first. The house's accounts have entries that stand for
 * a whole call and belong to no transfer (docs/ledger.md, "Post many journals at once"); those are not listed.
 *
 * @example
 * await postJournal(tx, {
 *   key: 'transfer:1',
 *   kind: 'internal-transfer',
 *   legs: [{ debit: alice.usdt, credit: bob.usdt, asset: 'usdt', amount: units(30_000_000n), code: 'transfer' }],
 * });
 * const [newest] = await listEntries(tx, { accountId: alice.usdt, limit: 1 });
 * [newest?.kind, newest?.amount, newest?.balanceAfter]; // → ['internal-transfer', -30_000_000n, 70_000_000n]
 * newest?.counterpart; // → bob.usdt
 * const [older] = await listEntries(tx, { accountId: alice.usdt, limit: 1, before: newest?.transferId });
 * [older?.kind, older?.seq]; // → ['deposit', 1n]
 */
export async function listEntries(
  db: DbReader,
  { accountId, limit, before }: ListEntriesInput,
): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom('ledger.entries as entry')
    .innerJoin('ledger.transfers as transfer', 'transfer.id', 'entry.transfer_id')
    .innerJoin('ledger.journals as journal', 'journal.id', 'transfer.journal_id')
    .select(['entry.transfer_id', 'entry.seq', 'entry.amount', 'entry.balance_after', 'transfer.journal_id'])
    .select(['transfer.code', 'transfer.debit_account_id', 'transfer.credit_account_id'])
    .select(['journal.kind', 'journal.created_at'])
    .where('entry.account_id', '=', accountId)
    .where('entry.transfer_id', '<', before ?? beyondAll)
    .orderBy('entry.transfer_id', 'desc')
    .limit(Math.min(limit, 200))
    .execute();
  return rows.map((row) => ({
    transferId: row.transfer_id as TransferId,
    journalId: row.journal_id as JournalId,
    seq: BigInt(row.seq),
    kind: row.kind,
    code: row.code,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    counterpart: (row.debit_account_id === accountId ? row.credit_account_id : row.debit_account_id) as AccountId,
    at: row.created_at,
  }));
}
