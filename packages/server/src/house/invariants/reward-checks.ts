import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Breach, Window } from './breach.ts';

/** Longest that a distribution takes: a million holders need some minutes. */
const deadlineHours = 24;

/** Swaps and the reward pool: I07 and I11 of swaps and shares, I15 of each distribution, I22 of an open one, and I24. */
export async function findRewardBreaches(db: DbReader, window: Window): Promise<readonly Breach[]> {
  return [...(await findSwapBreaches(db, window)), ...(await findDistributionBreaches(db, window))];
}

async function findSwapBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}
    ), made AS (
      SELECT * FROM swaps WHERE created_at >= ${since}::timestamptz ORDER BY created_at DESC LIMIT ${most}
    )
    SELECT 'I07' AS invariant, format('journal %s swaps what nobody asked for', j.id) AS finding
    FROM recent j WHERE j.kind = 'swap' AND NOT EXISTS (
      SELECT FROM swaps s WHERE s.quote_id = (j.details ->> 'quoteId')::uuid AND s.journal_id = j.id)
    UNION ALL
    SELECT 'I07', format('journal %s owes another swap reward than its swap', j.id)
    FROM recent j JOIN ledger.transfers t ON t.journal_id = j.id AND t.code = 'swap-reward'
    WHERE j.kind = 'swap-reward-accrual' AND NOT EXISTS (
      SELECT FROM swaps s WHERE s.quote_id = (j.details ->> 'quoteId')::uuid AND s.reward = t.amount)
    UNION ALL
    -- Up to 2.1.0 a quote was marked as used after it was judged, not at that moment: such swaps are some moments late for ever.
    SELECT 'I11', format('swap %s is not what was quoted', s.id)
    FROM made s LEFT JOIN swap_quotes q ON q.id = s.quote_id
    WHERE (s.person_id, s.wallet_id, s.asset_out, s.asset_in, s.amount_out, s.amount_in, s.fee, s.reward)
        IS DISTINCT FROM
          (q.person_id, q.wallet_id, q.asset_out, q.asset_in, q.amount_out, q.amount_in, q.fee, q.swapper_reward)
      OR q.used_at IS NULL OR q.used_at > q.expires_at + interval '1 minute'
    UNION ALL
    SELECT 'I11', format('swap %s moved other amounts than it shows', s.id)
    FROM made s CROSS JOIN LATERAL (
      SELECT sum(t.amount) FILTER (WHERE t.code IN ('swap-in', 'swap-fee') AND debit.wallet_id = s.wallet_id AND t.asset = s.asset_out) AS gave,
             sum(t.amount) FILTER (WHERE t.code = 'swap-fee') AS fee,
             sum(t.amount) FILTER (WHERE t.code = 'swap-out' AND credit.wallet_id = s.wallet_id AND t.asset = s.asset_in) AS got
      FROM ledger.transfers t JOIN ledger.accounts debit ON debit.id = t.debit_account_id
      JOIN ledger.accounts credit ON credit.id = t.credit_account_id
      WHERE t.journal_id = s.journal_id
    ) moved WHERE (moved.gave, moved.fee, moved.got) IS DISTINCT FROM (s.amount_out, s.fee, s.amount_in)
    UNION ALL
    SELECT 'I24', format('people are shown %s swap rewards to come, %s are set aside', owed.reward, a.posted)
    FROM (SELECT coalesce(sum(reward), 0) AS reward FROM swaps WHERE reward > 0 AND distribution_id IS NULL) owed,
      (SELECT coalesce(sum(posted), 0) AS posted FROM ledger.accounts WHERE class = 'swap-rewards') a
    WHERE owed.reward <> a.posted
    ORDER BY 1, 2`.execute(db);
  return rows;
}

async function findDistributionBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH recent AS (
      SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}
    ), fixed AS (
      SELECT * FROM distributions
      WHERE state <> 'settling' AND (created_at >= ${since}::timestamptz OR closed_at >= ${since}::timestamptz OR closed_at IS NULL)
    ), sums AS (
      SELECT f.id, coalesce(sum(s.reward), 0) AS reward, coalesce(sum(s.swap_reward), 0) AS swap_reward,
             coalesce(sum(s.weight), 0) AS weight, count(*) FILTER (WHERE s.weight > 0) AS holders,
             count(*) FILTER (WHERE s.journal_id IS NULL AND s.reward + s.swap_reward > 0) AS unpaid,
             count(*) FILTER (WHERE s.reward <> CASE WHEN f.total_weight = 0 THEN 0 ELSE div(f.distributed * s.weight, f.total_weight) END) AS odd
      FROM fixed f LEFT JOIN distribution_shares s ON s.distribution_id = f.id GROUP BY f.id
    )
    SELECT 'I07' AS invariant, format('transfer %s pays %s of a distribution that is nobody’s share', t.id, t.amount) AS finding
    FROM recent j JOIN ledger.transfers t ON t.journal_id = j.id
    WHERE j.kind = 'distribution' AND NOT EXISTS (
      SELECT FROM distribution_shares s
      WHERE s.distribution_id = (j.details ->> 'distributionId')::uuid AND s.account_id = t.credit_account_id
        AND s.journal_id = j.id AND t.amount = CASE t.code WHEN 'distribution' THEN s.reward ELSE s.swap_reward END)
    UNION ALL
    SELECT 'I15', format('distribution %s: shares of %s and a remainder of %s are not %s', f.id, sums.reward, f.remainder, f.distributed)
    FROM fixed f JOIN sums USING (id)
    WHERE sums.reward + f.remainder <> f.distributed OR f.distributed <> div(f.pool * f.share_basis_points, 10000)
    UNION ALL
    SELECT 'I15', format('distribution %s: its totals are not those of its shares', f.id)
    FROM fixed f JOIN sums USING (id)
    WHERE (sums.swap_reward, sums.weight, sums.holders) IS DISTINCT FROM (f.swap_rewards, f.total_weight, f.holders::bigint)
    UNION ALL
    SELECT 'I15', format('distribution %s: %s shares are not what their weight gives', f.id, sums.odd)
    FROM fixed f JOIN sums USING (id) WHERE sums.odd > 0
    UNION ALL
    SELECT 'I15', format('distribution %s is closed with %s shares unpaid', f.id, sums.unpaid)
    FROM fixed f JOIN sums USING (id) WHERE f.state = 'closed' AND sums.unpaid > 0
    UNION ALL
    SELECT 'I22', format('distribution %s is %s since %s', id, state, created_at) FROM distributions
    WHERE state <> 'closed' AND created_at < clock_timestamp() - make_interval(hours => ${deadlineHours})
    UNION ALL
    SELECT 'I24', format('share %s of distribution %s is shown as paid, and nothing pays it', s.number, s.distribution_id)
    FROM fixed f CROSS JOIN LATERAL (
      SELECT * FROM distribution_shares
      WHERE distribution_id = f.id AND journal_id IS NOT NULL ORDER BY number DESC LIMIT ${most}
    ) s WHERE s.reward + s.swap_reward IS DISTINCT FROM (
      SELECT sum(t.amount) FROM ledger.entries e JOIN ledger.transfers t ON t.id = e.transfer_id
      WHERE e.account_id = s.account_id AND t.journal_id = s.journal_id)
    UNION ALL
    SELECT 'I24', format('distribution %s begins at %s, the one before ended at %s', id, starts_at, before)
    FROM (SELECT id, starts_at, lag(ends_at) OVER (ORDER BY ends_at) AS before FROM distributions) periods
    WHERE starts_at <> before
    ORDER BY 1, 2`.execute(db);
  return rows;
}
