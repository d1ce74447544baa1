import { assert } from '@tern/base/assert';
import type { DbReader } from '@tern/db/database';
import type { LoggedEntry } from '@tern/proofs/log/log-leaf';
import { sql } from 'kysely';

/** An entry as the books have it. */
export type BookedEntry = Omit<LoggedEntry, 'nonce'>;

type EntryRow = {
  readonly day: string;
  /** Null for an account of a wallet that is not there. */
  readonly owner: string | null;
  readonly asset: string;
  readonly seq: string;
  readonly amount: string;
  readonly balance: string;
  readonly kind: string;
  readonly code: string;
  readonly time: string;
};

const journalsPerRead = 5_000;

/** Numbers that the entries of one call draw after its transfers, at most (docs/ledger.md). */
const partSize = 100_000_000;

/** All entries of a day, as `db` sees the books, those of 5,000 journals at a time. */
export async function* readEntriesOf(db: DbReader, day: string): AsyncGenerator<readonly BookedEntry[]> {
  const ends = await findJournalsOf(db, day);
  if (ends === undefined) return;
  for (let after = ends.first - 1n; after < ends.last; after += BigInt(journalsPerRead))
    yield await selectEntries(db, { day, after, to: after + BigInt(journalsPerRead) });
}

async function findJournalsOf(
  db: DbReader,
  day: string,
): Promise<{ readonly first: bigint; readonly last: bigint } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(id)::text AS first, max(id)::text AS last FROM ledger.journals
     WHERE created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'
       AND created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`.execute(db);
  const [row] = rows;
  return row === undefined || row.first === null || row.last === null
    ? undefined
    : { first: BigInt(row.first), last: BigInt(row.last) };
}

async function selectEntries(
  db: DbReader,
  { day, after, to }: { readonly day: string; readonly after: bigint; readonly to: bigint },
): Promise<readonly BookedEntry[]> {
  const ends = await sql<{ first: string | null; last: string | null }>`
    SELECT min(id)::text AS first, max(id)::text AS last FROM ledger.transfers
     WHERE journal_id > ${after.toString()}::bigint AND journal_id <= ${to.toString()}::bigint`.execute(db);
  const { first, last } = ends.rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return [];
  const { rows } = await sql<EntryRow>`
    WITH journals AS MATERIALIZED (
      SELECT id, kind, (extract(epoch FROM created_at) * 1000000)::bigint AS time FROM ledger.journals
       WHERE id > ${after.toString()}::bigint AND id <= ${to.toString()}::bigint
         AND created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'
         AND created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
    ), found AS (
      SELECT e.account_id, e.seq, e.amount, e.balance_after, j.kind, t.code, j.time
        FROM journals j JOIN ledger.transfers t ON t.journal_id = j.id
        JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
       WHERE e.call_id IS NULL AND e.transfer_id BETWEEN ${first}::bigint AND ${last}::bigint
       UNION ALL
      SELECT e.account_id, e.seq, e.amount, e.balance_after, 'call', 'call', j.time
        FROM journals j JOIN ledger.entries e ON e.call_id = j.id
       WHERE e.transfer_id > ${first}::bigint AND e.transfer_id < ${last}::bigint + ${partSize}::bigint
    )
    SELECT ${day}::text AS day,
           CASE WHEN a.wallet_id IS NULL THEN 'house.' || replace(a.code, ':', '.') ELSE w.address END AS owner, a.asset,
           f.seq::text AS seq, f.amount::text AS amount, f.balance_after::text AS balance, f.kind, f.code,
           f.time::text AS time
      FROM found f JOIN ledger.accounts a ON a.id = f.account_id LEFT JOIN wallets w ON w.id = a.wallet_id`.execute(db);
  return rows.map(entryOf);
}

/** A wallet's entries that a journal made, or the journals that ended what it had reserved; in the order of their time. */
export async function selectEntriesOfRecord(
  db: DbReader,
  { walletId, journalId }: { readonly walletId: string; readonly journalId: string },
): Promise<readonly BookedEntry[]> {
  const { rows } = await sql<EntryRow>`
    WITH ended AS (
      SELECT t.journal_id AS id FROM ledger.transfers held JOIN ledger.transfers t ON t.pending_id = held.id AND t.leg = 1
       WHERE held.journal_id = ${journalId}::bigint AND held.state = 'pending'
       UNION SELECT ${journalId}::bigint
    )
    SELECT to_char(j.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, w.address AS owner, a.asset,
           e.seq::text AS seq, e.amount::text AS amount, e.balance_after::text AS balance, j.kind, t.code,
           (extract(epoch FROM j.created_at) * 1000000)::bigint::text AS time
      FROM ended JOIN ledger.journals j ON j.id = ended.id
      JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
      JOIN ledger.accounts a ON a.id = e.account_id
      LEFT JOIN wallets w ON w.id = a.wallet_id
     WHERE a.wallet_id = ${walletId}::uuid AND a.class = 'customer' ORDER BY e.transfer_id LIMIT 100`.execute(db);
  return rows.map(entryOf);
}

function entryOf({ asset, owner, ...rest }: EntryRow): BookedEntry {
  assert(owner !== null, `entry ${rest.seq} of ${asset} on ${rest.day} is of a wallet that is not there`);
  return { ...rest, owner, assetId: asset };
}
