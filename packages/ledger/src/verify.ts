import { assert } from '@tern/base/assert';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** The first row that is not what was written: which one, and how it shows. */
export type Fault = {
  readonly table: 'entries' | 'accounts' | 'transfers' | 'journals' | 'daily_roots';
  /** The row's key, for example `account 7 seq 12`. */
  readonly row: string;
  readonly finding: string;
};

const accountsAtOnce = 500;
const journalsAtOnce = 5_000;

/**
 * Transfers that a part of the entries has room for. An entry of a whole call is written in the moment after its transfers: long
 * before so many others are, and so in their part or in the next.
 */
const partSize = sql.lit(100_000_000);

/**
 * Recomputes every hash of the ledger from its rows and gives the first row that was changed, removed, added or moved
 * behind the functions' back; `undefined` when all is as it was written. It sees one moment, keeps nobody waiting, and
 * reads every row. Whoever rewrites all tables consistently, hashes included, is found out only by daily roots that
 * others have noted (docs/ledger.md, "Tamper evidence").
 *
 * @example
 * await verifyBooks(db); // → undefined
 */
export async function verifyBooks(db: Database): Promise<Fault | undefined> {
  const snapshot = db.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await snapshot.execute(findFault);
}

/**
 * Verifies the books as `verifyBooks` does, as the given database transaction sees them. That is one moment only where
 * its isolation is repeatable read.
 *
 * @example
 * await findFault(tx); // → undefined
 */
export async function findFault(tx: DbTx): Promise<Fault | undefined> {
  return (await verifyChains(tx)) ?? (await verifyJournals(tx)) ?? (await verifyDailyRoots(tx));
}

/** Walks the hash chain of every account and compares its end with the account. */
async function verifyChains(db: DbReader): Promise<Fault | undefined> {
  const { rows } = await sql<{ highest: string | null }>`
    SELECT max(id) AS highest FROM (
      SELECT max(id) AS id FROM ledger.accounts UNION ALL SELECT max(account_id) FROM ledger.entries
    ) ids`.execute(db);
  const highest = Number(rows[0]?.highest ?? 0);
  for (let from = 1; from <= highest; from += accountsAtOnce) {
    const fault = await verifyChainsBetween(db, from, from + accountsAtOnce);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function verifyChainsBetween(db: DbReader, from: number, to: number): Promise<Fault | undefined> {
  const { rows } = await sql<Fault>`
    WITH chain AS (
      SELECT e.account_id, e.seq, e.transfer_id, e.call_id, e.amount, e.balance_after, e.hash,
             CASE WHEN e.call_id IS NULL THEN j.content_hash ELSE (
               SELECT ledger.call_content(e.call_id, array_agg(c.content_hash ORDER BY c.id))
               FROM ledger.journals c WHERE c.call_id = e.call_id
             ) END AS content_hash,
             row_number() OVER along AS place,
             coalesce(lag(e.balance_after) OVER along, 0) AS balance_before,
             coalesce(lag(e.hash) OVER along, decode(repeat('00', 32), 'hex')) AS hash_before,
             CASE WHEN e.call_id IS NOT NULL THEN (
                    SELECT sum(m.amount) FROM ledger.moves_of(e.account_id, e.transfer_id, e.call_id) m)
                  WHEN e.account_id = t.debit_account_id THEN -t.amount
                  WHEN e.account_id = t.credit_account_id THEN t.amount END AS moved
      FROM ledger.entries e
      LEFT JOIN ledger.transfers t ON t.id = e.transfer_id AND e.call_id IS NULL
      LEFT JOIN ledger.journals j ON j.id = t.journal_id
      WHERE e.account_id >= ${from} AND e.account_id < ${to}
      WINDOW along AS (PARTITION BY e.account_id ORDER BY e.transfer_id)
    ), hashed AS (
      -- Not true also where there is no transfer at all.
      SELECT *, (hash = sha256(hash_before
        || ledger.entry_content(account_id, seq, transfer_id, amount, balance_after, content_hash))) IS TRUE AS follows
      FROM chain
    ), ends AS (
      SELECT DISTINCT ON (account_id) account_id, place, balance_after, hash FROM chain ORDER BY account_id, place DESC
    ), faults AS (
      SELECT account_id, place AS at, 'entries' AS "table", format('account %s seq %s', account_id, place) AS row, CASE
        WHEN seq > place THEN 'is missing'
        WHEN seq < place THEN format('stands where entry %s should', place)
        WHEN balance_after <> balance_before + amount THEN format('balance %s does not follow', balance_after)
        WHEN NOT follows THEN 'hash does not follow'
      END AS finding
      FROM hashed
      UNION ALL
      -- The entry agrees with its chain, so it is the transfer that was changed.
      SELECT account_id, place, 'transfers', CASE WHEN call_id IS NULL THEN format('transfer %s', transfer_id)
               ELSE format('transfers of the call of journal %s', call_id) END,
             format('moves %s, its entry says %s', coalesce(moved::text, 'nothing'), amount)
      FROM hashed WHERE follows AND amount IS DISTINCT FROM moved
      UNION ALL
      SELECT a.id, ends.place + 1, 'entries', format('account %s seq %s', a.id, coalesce(ends.place, 0) + 1), 'is missing'
      FROM ledger.accounts a LEFT JOIN ends ON ends.account_id = a.id
      WHERE a.id >= ${from} AND a.id < ${to} AND a.version > coalesce(ends.place, 0)
      UNION ALL
      SELECT a.id, ends.place + 1, 'accounts', format('account %s', a.id), CASE
        WHEN a.version < coalesce(ends.place, 0) THEN format('has %s entries, the last is its %s', a.version, ends.place)
        WHEN a.posted <> coalesce(ends.balance_after, 0)
        THEN format('posted %s, its last entry says %s', a.posted, coalesce(ends.balance_after, 0))
        WHEN a.last_hash <> coalesce(ends.hash, decode(repeat('00', 32), 'hex')) THEN 'last hash is not that of its last entry'
      END
      FROM ledger.accounts a LEFT JOIN ends ON ends.account_id = a.id
      WHERE a.id >= ${from} AND a.id < ${to}
      UNION ALL
      SELECT ends.account_id, ends.place + 1, 'accounts', format('account %s', ends.account_id), 'is missing'
      FROM ends LEFT JOIN ledger.accounts a ON a.id = ends.account_id WHERE a.id IS NULL
    )
    SELECT "table", row, finding FROM faults WHERE finding IS NOT NULL ORDER BY account_id, at, "table" DESC LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

/** Compares every journal's hash with its transfers, and every transfer with the two entries that tell it. */
async function verifyJournals(db: DbReader): Promise<Fault | undefined> {
  const { rows } = await sql<{ highest: string | null }>`
    SELECT max(id) AS highest FROM (
      SELECT max(id) AS id FROM ledger.journals UNION ALL SELECT max(journal_id) FROM ledger.transfers
    ) ids`.execute(db);
  const highest = Number(rows[0]?.highest ?? 0);
  for (let from = 1; from <= highest; from += journalsAtOnce) {
    const fault = await verifyJournalsBetween(db, from, from + journalsAtOnce);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function verifyJournalsBetween(db: DbReader, from: number, to: number): Promise<Fault | undefined> {
  const { rows } = await sql<Fault>`
    WITH judged AS (
      SELECT j.id AS at, 0 AS leg, 'journals' AS "table", format('journal %s', j.id) AS row, CASE
        WHEN count(t.id) = 0 THEN 'has no transfers'
        WHEN max(t.leg) <> count(t.id) THEN 'a transfer is missing'
        WHEN j.content_hash <> ledger.content_hash(
          j.kind, min(t.pending_id), array_agg(t.debit_account_id ORDER BY t.leg), array_agg(t.credit_account_id ORDER BY t.leg),
          array_agg(t.asset ORDER BY t.leg), array_agg(t.amount ORDER BY t.leg), array_agg(t.code ORDER BY t.leg),
          j.details, j.reverses) THEN 'is not what its hash was made of'
      END AS finding
      FROM ledger.journals j LEFT JOIN ledger.transfers t ON t.journal_id = j.id
      WHERE j.id >= ${from} AND j.id < ${to}
      GROUP BY j.id
      UNION ALL
      SELECT t.journal_id, t.leg, 'transfers', format('transfer %s', t.id), CASE
        WHEN told.entries <> CASE WHEN t.state IN ('posted', 'post') THEN 2 ELSE 0 END THEN format('has %s entries', told.entries)
      END
      FROM ledger.transfers t
      LEFT JOIN ledger.journals j ON j.id = t.journal_id
      CROSS JOIN LATERAL (
        SELECT (SELECT count(*) FROM ledger.entries e
                 WHERE e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id AND e.call_id IS NULL)
             + (SELECT count(*) FROM ledger.entries e
                 WHERE e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.call_id = j.call_id
                   AND e.transfer_id > t.id AND e.transfer_id < t.id + ${partSize}) AS entries
      ) told
      WHERE t.journal_id >= ${from} AND t.journal_id < ${to}
      UNION ALL
      SELECT t.journal_id, 0, 'journals', format('journal %s', t.journal_id), 'is missing'
      FROM ledger.transfers t LEFT JOIN ledger.journals j ON j.id = t.journal_id
      WHERE t.journal_id >= ${from} AND t.journal_id < ${to} AND j.id IS NULL
    )
    SELECT "table", row, finding FROM judged WHERE finding IS NOT NULL ORDER BY at, leg LIMIT 1`.execute(db);
  return rows[0];
}

/** Recomputes the roots of all closed days. */
async function verifyDailyRoots(db: DbReader): Promise<Fault | undefined> {
  const days = await db.selectFrom('ledger.daily_roots').selectAll().orderBy('day').execute();
  for (const { day, journals, entries, root } of days) {
    const { rows } = await sql<{ journals: string; entries: string; root: Buffer }>`
      SELECT journals, entries, root FROM ledger.compute_daily_root(${day}::date)`.execute(db);
    const now = rows[0];
    assert(now !== undefined, 'a root is always computed');
    if (now.root.equals(root)) continue;
    const finding = `${now.journals} journals and ${now.entries} entries now, ${journals} and ${entries} when it was closed`;
    return { table: 'daily_roots', row: day, finding };
  }
  return undefined;
}
