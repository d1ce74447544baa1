import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** How many were looked at, and how many of them broke the rule. */
export type Compared = { readonly compared: number; readonly broken: number };

/** Days over which what happens every day is counted, and over which what happens seldom is. */
export const dailyDays = 30;
export const seldomDays = 90;

/** Payments looked at, the newest: so the read is as short in a busy month. */
const paymentsMax = 100_000;

/** Rounds in which the worker looks at a waiting payment are minutes apart: only what waits longer waits for nothing. */
const graceMinutes = 60;

const nothing: Compared = { compared: 0, broken: 0 };

/**
 * Transfers to the chain, and those for which more was asked than amount and shown fee, in another coin or from another wallet,
 * or for which the fee is above the published maximum of the terms of their draft. Nothing else can be asked of a
 * person in the books, so a condition to pay in first would be here.
 */
export async function compareExits(db: DbReader): Promise<Compared> {
  const { rows } = await sql<Compared>`
    SELECT count(*)::integer AS compared, count(*) FILTER (WHERE
        (taken, taken_asset, taken_from) IS DISTINCT FROM (amount + shown_fee, asset_id, wallet_id) OR shown_fee > fee_max
      )::integer AS broken
    FROM (
      SELECT w.amount, w.asset_id, w.wallet_id, d.fee AS shown_fee, hold.amount AS taken, hold.asset AS taken_asset,
             payer.wallet_id AS taken_from,
             (t.content ->> CASE w.asset_id WHEN 'usdt' THEN 'feeMaxUsdt' WHEN 'trx' THEN 'feeMaxTrx' ELSE 'feeMaxReward' END)::numeric
               AS fee_max
        FROM (
          SELECT * FROM withdrawals
           WHERE settlement = 'chain' AND created_at > clock_timestamp() - make_interval(days => ${dailyDays})
           ORDER BY created_at DESC LIMIT ${paymentsMax}
        ) w
        JOIN withdrawal_drafts d ON d.id = w.draft_id
        LEFT JOIN terms t ON t.version = d.terms_version
        LEFT JOIN ledger.transfers hold ON hold.id = w.pending_id
        LEFT JOIN ledger.accounts payer ON payer.id = hold.debit_account_id
    ) AS exits`.execute(db);
  return rows[0] ?? nothing;
}

/** Transfers that were paid on the chain, and those whose fee in the books is another than the one that was shown. */
export async function compareFees(db: DbReader): Promise<Compared> {
  const { rows } = await sql<Compared>`
    SELECT count(*)::integer AS compared, count(*) FILTER (WHERE charged <> shown_fee)::integer AS broken
    FROM (
      SELECT d.fee AS shown_fee, coalesce((
               SELECT sum(leg.amount) FROM ledger.transfers settled
                 JOIN ledger.transfers leg ON leg.journal_id = settled.journal_id
                 JOIN ledger.accounts a ON a.id = leg.debit_account_id
                WHERE settled.pending_id = w.pending_id AND settled.leg = 1 AND a.class = 'customer'
             ), 0) - w.amount AS charged
        FROM (
          SELECT draft_id, pending_id, amount FROM withdrawals
           WHERE settlement = 'chain' AND state = 'completed'
             AND created_at > clock_timestamp() - make_interval(days => ${dailyDays})
           ORDER BY created_at DESC LIMIT ${paymentsMax}
        ) w JOIN withdrawal_drafts d ON d.id = w.draft_id
    ) AS paid`.execute(db);
  return rows[0] ?? nothing;
}

/**
 * Holds on accounts and on sending that last now, and payments that are kept although the hold they waited for is over for an
 * hour, or whose own end is as long ago.
 */
export async function countHolds(db: DbReader): Promise<{ readonly open: number; readonly pastEnd: number }> {
  const { rows } = await sql<{ open: number; past_end: number }>`
    WITH latest AS MATERIALIZED (SELECT clock_timestamp() - make_interval(mins => ${graceMinutes}) AS at)
    SELECT ((SELECT count(*) FROM account_freezes WHERE lifted_at IS NULL AND until > clock_timestamp())
          + (SELECT count(*) FROM sending_holds WHERE until > clock_timestamp()))::integer AS open,
           ((SELECT count(*) FROM ledger.open_holds WHERE expires_at < (SELECT at FROM latest))
          + (SELECT count(*) FROM withdrawals w JOIN people p ON p.id = w.person_id
              WHERE w.state IN ('approved', 'signed', 'broadcast', 'included') AND w.waiting_for = 'person'
                AND p.state = 'active'
                AND (SELECT max(least(f.until, coalesce(f.lifted_at, f.until))) FROM account_freezes f
                      WHERE f.person_id = w.person_id) < (SELECT at FROM latest)))::integer AS past_end`.execute(db);
  return { open: rows[0]?.open ?? 0, pastEnd: rows[0]?.past_end ?? 0 };
}

/**
 * Wallets that shared in distributions which were closed lately, and rewards given to somebody who had declared, before the
 * period ended, a country in which its rules, fixed before it began, give none. Begins with the people of such countries: they
 * are few beside all shares.
 */
export async function compareCountries(db: DbReader): Promise<Compared> {
  const { rows } = await sql<Compared>`
    WITH lately AS MATERIALIZED (
      SELECT id, ends_at, closed_at, closed_countries, holders FROM distributions
       WHERE closed_at > clock_timestamp() - make_interval(days => ${dailyDays})
    )
    SELECT (SELECT coalesce(sum(holders), 0) FROM lately)::integer AS compared,
           (SELECT count(*) FROM lately d
              JOIN declared_countries c ON c.country = ANY (d.closed_countries) AND c.declared_at <= d.ends_at
              JOIN distribution_shares s ON s.person_id = c.person_id AND s.distribution_id = d.id AND s.reward > 0
             WHERE NOT EXISTS (
               SELECT FROM declared_countries later WHERE later.person_id = c.person_id
                  AND later.declared_at > c.declared_at AND later.declared_at <= d.closed_at))::integer AS broken`.execute(
    db,
  );
  return rows[0] ?? nothing;
}

export type Answers = {
  /** Complaints that were answered lately, and those whose promised time is over without an answer. */
  readonly judged: number;
  /** Of these, not answered in time. */
  readonly late: number;
  /** Of the late ones, without any answer so far. */
  readonly waiting: number;
  /** Longest from filing to the answer, or until now; 0 where none was judged. */
  readonly longestSeconds: number;
};

/** How complaints were answered; one whose time is not over yet is not judged. */
export async function judgeAnswers(db: DbReader): Promise<Answers> {
  const { rows } = await sql<{ judged: number; late: number; waiting: number; longest_seconds: number }>`
    SELECT count(*)::integer AS judged,
           count(*) FILTER (WHERE coalesce(answered_at, clock_timestamp()) > due_at)::integer AS late,
           count(*) FILTER (WHERE answered_at IS NULL)::integer AS waiting,
           coalesce(ceil(extract(epoch FROM max(coalesce(answered_at, clock_timestamp()) - filed_at))), 0)::integer
             AS longest_seconds
      FROM complaints
     WHERE answered_at > clock_timestamp() - make_interval(days => ${seldomDays})
        OR (answered_at IS NULL AND due_at < clock_timestamp())`.execute(db);
  const [row] = rows;
  return {
    judged: row?.judged ?? 0,
    late: row?.late ?? 0,
    waiting: row?.waiting ?? 0,
    longestSeconds: row?.longest_seconds ?? 0,
  };
}

/** Incidents of the service that lasted at some moment of the last 90 days. */
export async function countIncidents(db: DbReader): Promise<number> {
  const { rows } = await sql<{ incidents: number }>`
    SELECT count(*)::integer AS incidents FROM service_incidents
     WHERE coalesce(ended_at, clock_timestamp()) > clock_timestamp() - make_interval(days => ${seldomDays})`.execute(
    db,
  );
  return rows[0]?.incidents ?? 0;
}
