import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
import { LedgerError, refusing, toLedgerErrorCode } from './error.ts';
import type { AccountId, JournalId, TransferId } from './ids.ts';
import type { PostedJournal, PostJournalInput } from './post-journal.ts';

/** A journal of a batch. It takes nothing back: corrections are too rare to share a call. */
export type BatchedJournal = Omit<PostJournalInput, 'reverses'>;

/** What became of one journal of a batch. */
export type BatchReply = PostedJournal | LedgerError;

type Row = {
  readonly journal_id: JournalId;
  readonly transfer_ids: readonly TransferId[];
  readonly replayed: boolean;
  readonly refusal: string | null;
  readonly particulars: Readonly<Record<string, unknown>>;
};

/**
 * Posts several journals in one call, one after the other, each as `postJournal` would. The replies are in the same
 * order: a journal that is refused is answered with a `LedgerError`, which is not thrown, and the others stay as they
 * are. Everything is read and written once for all of them, which is what makes it cheap
 * (docs/decisions/0158-quicker-batches.md).
 *
 * @throws AssertionFault where two keys are the same. PostgreSQL may break the call off with a serialization failure,
 *   so call it within `transact`, which begins again.
 * @example
 * const move = (key, debit, credit, amount) => ({
 *   key,
 *   kind: 'internal-transfer',
 *   legs: [{ debit, credit, asset: 'usdt', amount: units(amount), code: 'transfer' }],
 * });
 * const [first, second, third] = await postJournals(tx, [
 *   move('transfer:1', alice.usdt, bob.usdt, 30_000_000n),
 *   move('transfer:2', bob.usdt, alice.usdt, 500_000_000n),
 *   move('transfer:3', bob.usdt, alice.usdt, 10_000_000n),
 * ]);
 * [isLedgerError(first), isLedgerError(third)]; // → [false, false]
 * isLedgerError(second, 'exceeds-available') && second.particulars.available; // → '30000000'
 */
export async function postJournals(tx: DbTx, journals: readonly BatchedJournal[]): Promise<readonly BatchReply[]> {
  assert(new Set(journals.map(({ key }) => key)).size === journals.length, 'the keys of a batch differ');
  const legs = journals.flatMap((journal) => journal.legs);
  const accounts = [...new Set(legs.flatMap(({ debit, credit }) => [debit, credit]))].sort(byNumber);
  const places = new Map(accounts.map((account, index) => [account, index + 1]));
  const query = sql<Row>`
    SELECT journal_id, transfer_ids, replayed, refusal, particulars FROM ledger.post_journals(
      ${journals.map(({ key }) => key)}::text[], ${journals.map(({ kind }) => kind)}::text[],
      ${journals.map(({ details = {} }) => JSON.stringify(details))}::jsonb[],
      ${journals.map((journal) => journal.legs.length)}::int[], ${accounts}::bigint[],
      ${legs.map(({ debit }) => places.get(debit))}::int[], ${legs.map(({ credit }) => places.get(credit))}::int[],
      ${legs.map(({ asset }) => asset)}::text[], ${legs.map(({ amount }) => unitsToWire(amount))}::numeric[],
      ${legs.map(({ code }) => code)}::text[])`;
  const { rows } = await refusing(query.execute(tx));
  assert(rows.length === journals.length, 'the ledger answered for another number of journals');
  return rows.map(toReply);
}

function toReply(row: Row): BatchReply {
  if (row.refusal !== null) return new LedgerError(toLedgerErrorCode(row.refusal), row.particulars, undefined);
  return { journalId: row.journal_id, transferIds: row.transfer_ids, replayed: row.replayed };
}

/** Ids are numbers as text: the longer is the greater. */
function byNumber(one: AccountId, other: AccountId): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
