import { problem } from '@tern/contracts/problem';
import type { JournalView } from '@tern/contracts/routes/console-books';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { selectJournalRows, selectLegs } from './journal-store.ts';
import type { BooksReader } from './read-books.ts';

type AccountView = JournalView['transfers'][number]['debit'];

/** One journal: what it is about, its legs, and the entries that tell them. Throws `NOT_FOUND`. */
export async function showJournal(books: BooksReader, { id }: { readonly id: string }): Promise<JournalView> {
  const [row] = await selectJournalRows(books, [id]);
  const [head] = (await selectHead(id).execute(books)).rows;
  if (row === undefined || head === undefined) throw problem('NOT_FOUND');
  const legs = await selectLegs(books, id);
  const entries = (await selectEntries(id).execute(books)).rows;
  const accounts = await selectAccounts(books, [
    ...legs.flatMap(({ debit, credit }) => (credit === null ? [debit] : [debit, credit])),
    ...entries.map(({ account }) => account),
  ]);
  return {
    ...row,
    contentHash: head.content_hash,
    details: JSON.stringify(head.details),
    reverses: head.reverses,
    reversedBy: head.reversed_by,
    call: head.call,
    transfers: legs.map(({ debit, credit, ...leg }) => ({
      ...leg,
      debit: accounts(debit),
      credit: credit === null ? null : accounts(credit),
    })),
    entries: entries.map(({ account, asset, balance_after, of_call, ...entry }) => ({
      ...entry,
      account: accounts(account),
      assetId: asset,
      balanceAfter: balance_after,
      ofCall: of_call,
    })),
  };
}

function selectHead(id: string) {
  return sql<{
    content_hash: string;
    details: object;
    reverses: string | null;
    reversed_by: string | null;
    call: string | null;
  }>`
    SELECT encode(j.content_hash, 'hex') AS content_hash, j.details, j.reverses::text AS reverses, j.call_id::text AS call,
           (SELECT r.id::text FROM ledger.journals r WHERE r.reverses = j.id) AS reversed_by
      FROM ledger.journals j WHERE j.id = ${id}::bigint`;
}

/** Entries of its own transfers, and on accounts of the house those of the whole call it was posted in. */
function selectEntries(id: string) {
  return sql<{
    account: string;
    asset: AssetId;
    seq: string;
    amount: string;
    balance_after: string;
    hash: string;
    of_call: boolean;
  }>`
    SELECT e.account_id::text AS account, a.asset, e.seq::text AS seq, e.amount::text AS amount,
           e.balance_after::text AS balance_after, encode(e.hash, 'hex') AS hash, e.call_id IS NOT NULL AS of_call
      FROM (
        SELECT e.* FROM ledger.transfers t
          JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
         WHERE t.journal_id = ${id}::bigint
        UNION ALL
        SELECT e.* FROM ledger.journals j JOIN ledger.entries e ON e.call_id = j.call_id
         WHERE j.id = ${id}::bigint AND e.account_id IN (
           SELECT unnest(ARRAY[t.debit_account_id, t.credit_account_id]) FROM ledger.transfers t WHERE t.journal_id = j.id)
      ) e
      JOIN ledger.accounts a ON a.id = e.account_id
     ORDER BY e.transfer_id, e.account_id`;
}

async function selectAccounts(books: BooksReader, ids: readonly string[]): Promise<(id: string) => AccountView> {
  const { rows } = await sql<AccountView>`
    SELECT a.id::text AS id, a.class, a.code, p.public_id AS person
      FROM ledger.accounts a LEFT JOIN people p ON p.id = a.owner_id
     WHERE a.id = ANY(${[...new Set(ids)]}::bigint[])`.execute(books);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id) => found.get(id) ?? { id, class: '', code: '', person: null };
}
