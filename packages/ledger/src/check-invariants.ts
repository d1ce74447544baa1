import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

export type Breach = {
  /** The invariant's number in docs/ledger.md. */
  readonly invariant: 'I01' | 'I02' | 'I03';
  /** What was found, with the row's key and both values. */
  readonly finding: string;
};

/**
 * Looks at all accounts, entries and holds and lists what contradicts the invariants of docs/ledger.md; the list is
 * empty when the books are right. It is one statement, so it sees one moment even while money moves, and it reads every
 * entry: expect seconds for millions of them.
 *
 * @example
 * await checkInvariants(tx); // → []
 */
export async function checkInvariants(db: DbReader): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH sums AS (
      SELECT account_id, sum(amount) AS posted, count(*) AS version FROM ledger.entries GROUP BY account_id
    ), holds AS (
      SELECT account_id, sum(amount) AS held FROM ledger.open_holds GROUP BY account_id
    ), unresolved AS (
      SELECT p.id, p.debit_account_id, p.amount, p.expires_at FROM ledger.transfers p
      WHERE p.state = 'pending' AND NOT EXISTS (SELECT FROM ledger.transfers r WHERE r.pending_id = p.id AND r.leg = 1)
    )
    SELECT 'I01' AS invariant, format('entries of %s sum to %s', a.asset, sum(e.amount)) AS finding
    FROM ledger.entries e JOIN ledger.accounts a ON a.id = e.account_id GROUP BY a.asset HAVING sum(e.amount) <> 0
    UNION ALL
    SELECT 'I01', format('balances of %s sum to %s', asset, sum(posted))
    FROM ledger.accounts GROUP BY asset HAVING sum(posted) <> 0
    UNION ALL
    SELECT 'I02', format('account %s has posted %s, its %s entries sum to %s', a.id, a.posted, s.version, s.posted)
    FROM ledger.accounts a LEFT JOIN sums s ON s.account_id = a.id
    WHERE a.posted <> coalesce(s.posted, 0) OR a.version <> coalesce(s.version, 0)
    UNION ALL
    SELECT 'I02', format('account %s has held %s, its open holds sum to %s', a.id, a.held, coalesce(h.held, 0))
    FROM ledger.accounts a LEFT JOIN holds h ON h.account_id = a.id WHERE a.held <> coalesce(h.held, 0)
    UNION ALL
    SELECT 'I02', format('pending transfer %s and its open hold differ', coalesce(u.id, o.pending_id))
    FROM unresolved u FULL JOIN ledger.open_holds o ON o.pending_id = u.id
    WHERE (u.debit_account_id, u.amount, u.expires_at) IS DISTINCT FROM (o.account_id, o.amount, o.expires_at)
    UNION ALL
    SELECT 'I03', format('account %s (%s) has %s available', id, code, available)
    FROM (
      SELECT a.id, a.code, CASE c.side WHEN 'credit' THEN a.posted ELSE -a.posted END - a.held AS available
      FROM ledger.accounts a JOIN ledger.classes c ON c.class = a.class WHERE c.guarded
    ) guarded
    WHERE available < 0
    ORDER BY 1, 2`.execute(db);
  return rows;
}
