import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/**
 * I08, I11 and I12: a send took its money once, gave it out once or back whole, to whom and in which amount the person
 * authorised, for no more than the fee that was shown.
 */
export async function findWithdrawalBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    ), judged AS (
      SELECT w.*, w.amount + w.fee AS total,
             pending.amount AS taken, pending.asset AS taken_asset, payer.wallet_id AS taken_from,
             resolution.state AS resolution, resolution.journal_id AS resolution_journal,
             EXISTS (SELECT FROM ledger.open_holds h WHERE h.pending_id = w.pending_id) AS is_open,
             (SELECT count(*) FROM withdrawal_attempts a WHERE a.withdrawal_id = w.id AND a.state = 'succeeded') AS payments
      FROM recent w
      LEFT JOIN ledger.transfers pending ON pending.id = w.pending_id AND pending.state = 'pending'
      LEFT JOIN ledger.accounts payer ON payer.id = pending.debit_account_id
      LEFT JOIN ledger.transfers resolution ON resolution.pending_id = w.pending_id AND resolution.leg = 1
    ), given AS (
      SELECT w.id,
             coalesce(sum(t.amount) FILTER (WHERE c.class = 'custody:hot'), 0) AS to_chain,
             coalesce(sum(t.amount) FILTER (WHERE c.class = 'fee-income'), 0) AS to_fee,
             coalesce(sum(t.amount) FILTER (WHERE c.wallet_id = w.receiver_wallet_id), 0) AS to_receiver,
             coalesce(sum(t.amount), 0) AS in_all
      FROM judged w
      LEFT JOIN ledger.journals j ON j.idempotency_key = format('withdrawal:%s:settle', w.id)
      LEFT JOIN ledger.transfers t ON t.journal_id = j.id
      LEFT JOIN ledger.accounts c ON c.id = t.credit_account_id
      GROUP BY w.id
    ), wrong AS (
      SELECT w.id, w.state, CASE
        WHEN w.state = 'requested' THEN 'was requested and not decided in the same transaction'
        WHEN w.pending_id IS NULL AND (w.settlement, w.state) <> ('internal', 'completed') THEN 'holds nothing'
        WHEN w.pending_id IS NOT NULL AND (w.taken, w.taken_asset, w.taken_from) IS DISTINCT FROM (w.total, w.asset_id, w.wallet_id)
          THEN format('holds %s %s of wallet %s', w.taken, w.taken_asset, w.taken_from)
        WHEN w.state IN ('under-review', 'approved', 'signed', 'broadcast', 'included') AND NOT w.is_open
          THEN format('is under way and its hold is over (%s)', coalesce(w.resolution, 'gone'))
        WHEN w.state IN ('rejected', 'cancelled', 'failed') AND (w.is_open OR coalesce(w.resolution, 'none') NOT IN ('void', 'expire'))
          THEN 'is closed unpaid and was not returned whole'
        WHEN w.state = 'completed' AND w.pending_id IS NOT NULL AND w.resolution IS DISTINCT FROM 'post'
          THEN 'is completed and its hold was not posted'
        WHEN w.state = 'completed' AND w.settlement = 'chain' AND (g.to_chain, g.to_fee, g.in_all) <> (w.amount, w.fee, w.total)
          THEN format('settled %s to the chain and %s as fee', g.to_chain, g.to_fee)
        WHEN w.state = 'completed' AND w.settlement = 'internal' AND (g.to_receiver, g.in_all) <> (w.amount, w.amount)
          THEN format('settled %s to the receiver', g.to_receiver)
        WHEN w.state <> 'completed' AND g.in_all > 0 THEN 'was settled and is not completed'
        WHEN w.payments <> CASE WHEN (w.settlement, w.state) = ('chain', 'completed') THEN 1 ELSE 0 END
          THEN format('was paid %s times', w.payments)
      END AS finding
      FROM judged w JOIN given g ON g.id = w.id
    )
    SELECT 'I08' AS invariant, format('withdrawal %s (%s) %s', id, state, finding) AS finding FROM wrong WHERE finding IS NOT NULL
    UNION ALL
    SELECT 'I08', format('journal %s holds money for no send', j.id)
    FROM (
      SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}
    ) j JOIN ledger.transfers t ON t.journal_id = j.id
    WHERE j.kind IN ('withdrawal-hold', 'internal-transfer-hold')
      AND NOT EXISTS (SELECT FROM withdrawals w WHERE w.id = (j.details ->> 'withdrawalId')::uuid AND w.pending_id = t.id)
    UNION ALL
    SELECT 'I11', format('withdrawal %s is not what its draft %s says', w.id, w.draft_id)
    FROM recent w LEFT JOIN withdrawal_drafts d ON d.id = w.draft_id
    WHERE d.used_at IS NULL OR
      (w.person_id, w.wallet_id, w.asset_id, w.settlement, w.receiver_wallet_id, w.own_move, w.to_address, w.amount, w.usdt_value, w.memo)
      IS DISTINCT FROM
      (d.person_id, d.wallet_id, d.asset_id, d.settlement, d.receiver_wallet_id, d.own_move, d.to_address, d.amount, d.usdt_value, d.memo)
    UNION ALL
    SELECT 'I12', format('withdrawal %s costs a fee of %s, the draft showed %s', w.id, greatest(w.fee, g.to_fee), d.fee)
    FROM recent w JOIN given g ON g.id = w.id JOIN withdrawal_drafts d ON d.id = w.draft_id
    WHERE w.fee > d.fee OR g.to_fee > d.fee
    ORDER BY 1, 2`.execute(db);
  return rows;
}
