import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** Most accounts whose whole life is added up again in one look. */
const accountsMax = 1_000;

/**
 * I26: what came in, was sent, swapped, shared and granted, replayed from the slices' own rows, gives every customer's balance, and
 * the records that people read say the same. Kinds of journals that no slice keeps rows of are taken from the ledger.
 */
export async function findReplayBreaches(db: DbReader, window: Window): Promise<readonly Breach[]> {
  return [...(await findReplayedBalances(db, window)), ...(await findStaleRecords(db, window))];
}

async function findReplayedBalances(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH accounts AS (
      SELECT a.id, a.owner_id, a.wallet_id, a.asset, a.posted, a.held FROM ledger.accounts a
      WHERE a.class = 'customer' AND (${most}::integer IS NULL OR a.id IN (
        SELECT unnest(ARRAY[t.debit_account_id, t.credit_account_id])
        FROM (SELECT id FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}) j
        JOIN ledger.transfers t ON t.journal_id = j.id))
      LIMIT ${most === null ? null : accountsMax}
    ), replayed AS (
      SELECT a.*,
        (SELECT coalesce(sum(d.amount), 0) FROM deposits d WHERE d.wallet_id = a.wallet_id AND d.asset = a.asset) AS arrived,
        (SELECT coalesce(sum(w.amount), 0) FROM withdrawals w
         WHERE w.receiver_wallet_id = a.wallet_id AND w.asset_id = a.asset AND w.state = 'completed') AS received,
        (SELECT coalesce(sum(w.amount + w.fee), 0) FROM withdrawals w
         WHERE w.wallet_id = a.wallet_id AND w.asset_id = a.asset AND w.state = 'completed') AS sent,
        (SELECT coalesce(sum(w.amount + w.fee), 0) FROM withdrawals w
         WHERE w.wallet_id = a.wallet_id AND w.asset_id = a.asset
           AND w.state IN ('under-review', 'approved', 'signed', 'broadcast', 'included'))
        + (SELECT coalesce(sum(r.amount), 0) FROM (
             SELECT record_id FROM deposit_cases WHERE outcome IS NULL UNION ALL SELECT record_id FROM deposit_checks
           ) h JOIN records r ON r.id = h.record_id WHERE r.wallet_id = a.wallet_id AND r.asset = a.asset) AS reserved,
        (SELECT coalesce(sum(g.amount), 0) FROM bonus_grants g
         WHERE g.wallet_id = a.wallet_id AND a.asset = 'reward' AND g.state = 'paid') AS granted,
        (SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN t.amount ELSE -t.amount END), 0)
         FROM ledger.entries e JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
         WHERE e.account_id = a.id AND j.kind NOT IN
           ('deposit', 'internal-transfer', 'internal-transfer-post', 'withdrawal-post', 'activation-bonus', 'swap', 'distribution')) AS other,
        (SELECT coalesce(sum(CASE a.asset WHEN s.asset_in THEN s.amount_in ELSE -s.amount_out END), 0)
         FROM swaps s WHERE s.wallet_id = a.wallet_id AND a.asset IN (s.asset_in, s.asset_out)) AS swapped,
        (SELECT coalesce(sum(s.reward + s.swap_reward), 0) FROM distribution_shares s
         WHERE s.account_id = a.id AND s.journal_id IS NOT NULL) AS shared
      FROM accounts a
    )
    SELECT 'I26' AS invariant, format('account %s has posted %s, replayed it is %s', id, posted,
      arrived + received + granted + swapped + shared + other - sent) AS finding
    FROM replayed WHERE posted <> arrived + received + granted + swapped + shared + other - sent
    UNION ALL
    SELECT 'I26', format('account %s has held %s, replayed it is %s', id, held, reserved)
    FROM replayed WHERE held <> reserved
    ORDER BY 1, 2`.execute(db);
  return rows;
}

async function findStaleRecords(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    SELECT 'I26' AS invariant, format('record %s shows %s %s, withdrawal %s is %s', r.id, r.status, r.amount, w.id, w.state) AS finding
    FROM (SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}) w
    LEFT JOIN records r ON r.id = w.record_id
    WHERE (r.person_id, r.wallet_id, r.asset, r.amount, r.fee, r.receive_address)
        IS DISTINCT FROM (w.person_id, w.wallet_id, w.asset_id, w.amount, w.fee, CASE WHEN r.sent_to_contact IS NULL THEN w.to_address END)
      OR r.status <> ALL (CASE w.state
        WHEN 'under-review' THEN ARRAY['pending-review'] WHEN 'rejected' THEN ARRAY['review-rejected']
        WHEN 'cancelled' THEN ARRAY['cancelled'] WHEN 'completed' THEN ARRAY['success'] WHEN 'failed' THEN ARRAY['failed']
        WHEN 'approved' THEN ARRAY['review-approved', 'withdrawing'] ELSE ARRAY['withdrawing'] END)
    UNION ALL
    SELECT 'I26', format('record %s shows %s %s, deposit %s brought %s', r.id, r.status, r.amount, d.id, d.amount)
    FROM (
      SELECT * FROM deposits WHERE created_at >= ${since}::timestamptz AND wallet_id IS NOT NULL
      ORDER BY created_at DESC LIMIT ${most}
    ) d LEFT JOIN records r ON r.id = d.record_id
    LEFT JOIN (
      SELECT deposit_id, pending_id FROM deposit_cases WHERE outcome IS NULL
      UNION ALL SELECT deposit_id, pending_id FROM deposit_checks
    ) h ON h.deposit_id = d.id
    WHERE (r.wallet_id, r.asset, r.amount, r.status, r.direction) IS DISTINCT FROM
      (d.wallet_id, d.asset, d.amount, CASE WHEN h.deposit_id IS NULL THEN 'success' ELSE 'pending-review' END, 'in')
    UNION ALL
    SELECT 'I26', format('deposit %s brought %s, held of it is %s', h.deposit_id, d.amount, coalesce(o.amount, 0))
    FROM (
      SELECT deposit_id, pending_id FROM deposit_cases WHERE outcome IS NULL
      UNION ALL SELECT deposit_id, pending_id FROM deposit_checks
    ) h JOIN deposits d ON d.id = h.deposit_id LEFT JOIN ledger.open_holds o ON o.pending_id = h.pending_id
    WHERE o.amount IS DISTINCT FROM d.amount
    UNION ALL
    SELECT 'I26', format('record %s shows %s for %s, swap %s is %s for %s', r.id, r.amount, r.counter_amount, s.id, s.amount_out, s.amount_in)
    FROM (SELECT * FROM swaps WHERE created_at >= ${since}::timestamptz ORDER BY created_at DESC LIMIT ${most}) s
    LEFT JOIN records r ON r.id = s.record_id
    WHERE (r.person_id, r.wallet_id, r.type, r.status, r.asset, r.amount, r.counter_asset, r.counter_amount)
        IS DISTINCT FROM (s.person_id, s.wallet_id, 'swap', 'success', s.asset_out, s.amount_out, s.asset_in, s.amount_in)
    UNION ALL
    SELECT 'I26', format('record %s shows %s, share %s of distribution %s gave %s', r.id, r.amount, s.number, s.distribution_id, s.reward + s.swap_reward)
    FROM (
      SELECT s.* FROM distributions d JOIN distribution_shares s ON s.distribution_id = d.id
      WHERE d.created_at >= ${since}::timestamptz AND s.journal_id IS NOT NULL LIMIT ${most}
    ) s LEFT JOIN records r
      ON r.wallet_id = s.wallet_id AND r.source_kind = 'distribution' AND r.source_id = s.distribution_id::text
    WHERE (r.person_id, r.type, r.status, r.asset, r.amount)
        IS DISTINCT FROM (s.person_id, 'airdrop-reward', 'success', 'reward', s.reward + s.swap_reward)
    ORDER BY 1, 2`.execute(db);
  return rows;
}
