import type { DbTx } from '@tern/db/database';
import { checkInvariants } from '@tern/ledger/check-invariants';
import { findFault } from '@tern/ledger/verify';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** I01 to I04, and the hash chain of I14. */
export async function findLedgerBreaches(tx: DbTx, window: Window): Promise<readonly Breach[]> {
  const own = window.most === null ? await readEverything(tx) : await readRecent(tx, window, window.most);
  return [...own, ...(await findUncovered(tx))];
}

async function readEverything(tx: DbTx): Promise<readonly Breach[]> {
  const breaches = await checkInvariants(tx);
  const fault = await findFault(tx);
  return fault === undefined
    ? breaches
    : [...breaches, { invariant: 'I14', finding: `${fault.table} ${fault.row}: ${fault.finding}` }];
}

/**
 * The same by induction: what was right at the last look stays right when every balance follows from the one before.
 * All accounts are added up, but only the customers' entries of recent journals are read.
 */
async function readRecent(tx: DbTx, { since }: Window, most: number): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT id, content_hash FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}
    ), moved AS (
      SELECT t.id, t.amount, j.content_hash, side.account_id, side.signed
      FROM recent j JOIN ledger.transfers t ON t.journal_id = j.id,
        LATERAL (VALUES (t.debit_account_id, -t.amount), (t.credit_account_id, t.amount)) AS side (account_id, signed)
      WHERE t.state IN ('posted', 'post')
    ), lines AS (
      SELECT m.id, m.account_id, m.signed, m.content_hash, e.seq, e.amount, e.balance_after, e.hash,
             coalesce(before.balance_after, 0) AS balance_before,
             coalesce(before.hash, decode(repeat('00', 32), 'hex')) AS hash_before
      FROM moved m
      JOIN ledger.accounts a ON a.id = m.account_id AND a.class = 'customer'
      LEFT JOIN ledger.entries e ON e.account_id = m.account_id AND e.transfer_id = m.id
      LEFT JOIN LATERAL (
        SELECT p.balance_after, p.hash FROM ledger.entries p
        WHERE p.account_id = m.account_id AND p.transfer_id < m.id ORDER BY p.transfer_id DESC LIMIT 1
      ) before ON true
    )
    SELECT 'I01' AS invariant, format('balances of %s sum to %s', asset, sum(posted)) AS finding
    FROM ledger.accounts GROUP BY asset HAVING sum(posted) <> 0
    UNION ALL
    SELECT 'I02', format('transfer %s moves %s of account %s, its entry says %s', id, signed, account_id, amount)
    FROM lines WHERE amount IS DISTINCT FROM signed
    UNION ALL
    SELECT 'I02', format('account %s: balance %s after transfer %s does not follow', account_id, balance_after, id)
    FROM lines WHERE balance_after <> balance_before + amount
    UNION ALL
    SELECT 'I02', format('account %s has posted %s, its last entry says %s', a.id, a.posted, last.balance_after)
    FROM (SELECT DISTINCT account_id FROM lines) touched
    JOIN ledger.accounts a ON a.id = touched.account_id
    LEFT JOIN LATERAL (
      SELECT balance_after FROM ledger.entries e WHERE e.account_id = a.id ORDER BY e.transfer_id DESC LIMIT 1
    ) last ON true
    WHERE a.posted IS DISTINCT FROM last.balance_after
    UNION ALL
    SELECT 'I02', format('account %s has held %s, its open holds sum to %s', a.id, a.held, coalesce(h.held, 0))
    FROM ledger.accounts a
    LEFT JOIN (SELECT account_id, sum(amount) AS held FROM ledger.open_holds GROUP BY account_id) h ON h.account_id = a.id
    WHERE a.held <> coalesce(h.held, 0)
    UNION ALL
    SELECT 'I03', format('account %s (%s) has %s posted and %s held', a.id, a.code, a.posted, a.held)
    FROM ledger.accounts a JOIN ledger.classes c ON c.class = a.class
    WHERE c.guarded AND CASE c.side WHEN 'credit' THEN a.posted ELSE -a.posted END < a.held
    UNION ALL
    SELECT 'I14', format('account %s: hash after transfer %s does not follow', account_id, id)
    FROM lines
    WHERE hash <> sha256(hash_before || ledger.entry_content(account_id, seq, id, amount, balance_after, content_hash))
    ORDER BY 1, 2`.execute(tx);
  return rows;
}

/** I04 in the books: no asset owes more than lies in custody or is a declared promise. The chain's part is reconciled. */
async function findUncovered(tx: DbTx): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    SELECT 'I04' AS invariant, format('%s: people and pools are owed %s, custody holds %s', asset, owed, has) AS finding
    FROM (
      SELECT asset,
             sum(posted) FILTER (WHERE class IN ('customer', 'reward-pool', 'swap-rewards', 'promotion')) AS owed,
             coalesce(-sum(posted) FILTER (WHERE class LIKE 'custody:%' OR class = 'issuance'), 0) AS has
      FROM ledger.accounts GROUP BY asset
    ) sums WHERE owed > has`.execute(tx);
  return rows;
}
