import { assert } from '@tern/base/assert';
import type { DistributionId, PersonId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AccountId, JournalId } from '@tern/ledger/ids';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import type { PublishedShare } from '@tern/proofs/share-leaf';
import { sql } from 'kysely';
import type { Distribution, DistributionState, DistributionTotals, Period, PoolRules, Share } from './distribution.ts';

type DistributionRow = {
  readonly id: DistributionId;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly state: DistributionState;
  readonly share_basis_points: number;
  readonly closed_countries: readonly string[];
  readonly paid_through: number;
};

/** Transactions of this database that have written a journal and are still open: they hold this lock until they end. */
const writersOfJournals = sql`
  SELECT virtualtransaction FROM pg_locks
   WHERE relation = 'ledger.journals'::regclass AND mode = 'RowExclusiveLock' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The distribution that is not closed yet, locked; others that work on it at the same moment find none. */
export async function lockOpenDistribution(tx: DbTx): Promise<Distribution | undefined> {
  const { rows } = await sql<DistributionRow>`
    SELECT id, starts_at, ends_at, state, share_basis_points, closed_countries, paid_through FROM distributions
     WHERE state <> 'closed' FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] && fromRow(rows[0]);
}

/** When the last distribution's period ended, and the rules of the one that began then; undefined before the first. */
export async function findPeriod(db: DbReader): Promise<Period | undefined> {
  const { rows } = await sql<{ ends_at: Date; next_share_basis_points: number; next_closed_countries: string[] }>`
    SELECT ends_at, next_share_basis_points, next_closed_countries FROM distributions
     ORDER BY ends_at DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      startsAt: row.ends_at,
      shareBasisPoints: BigInt(row.next_share_basis_points),
      closedCountries: row.next_closed_countries,
    }
  );
}

/** Begins one, and fixes the rules of the period that has begun with its end; false where another process has begun it. */
export async function insertDistribution(
  tx: DbTx,
  {
    id,
    startsAt,
    endsAt,
    formulaVersion,
    shareBasisPoints,
    closedCountries,
    next,
  }: Omit<Distribution, 'state' | 'paidThrough'> & {
    readonly formulaVersion: number;
    readonly next: PoolRules;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO distributions (id, starts_at, ends_at, state, formula_version, share_basis_points, closed_countries,
      next_share_basis_points, next_closed_countries, waits_for)
    VALUES (${id}, ${startsAt}, ${endsAt}, 'settling', ${formulaVersion}, ${Number(shareBasisPoints)},
      ${[...closedCountries]}::text[], ${Number(next.shareBasisPoints)}, ${[...next.closedCountries]}::text[],
      ARRAY(${writersOfJournals})) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether a distribution that is fixed still has to pay somebody. */
export async function hasUnpaidShare(db: DbReader, personId: PersonId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM distributions d JOIN distribution_shares s ON s.distribution_id = d.id AND s.person_id = ${personId}
     WHERE d.state <> 'closed' AND s.journal_id IS NULL AND s.reward + s.swap_reward > 0 LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether every transaction that could have written into the period has ended. */
export async function isSettled(tx: DbTx, id: DistributionId): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    SELECT NOT waits_for && ARRAY(${writersOfJournals}) AS settled FROM distributions WHERE id = ${id}`.execute(tx);
  return rows[0]?.settled === true;
}

/** What an account of the house held at a moment, on its own side. */
export async function readBalanceAt(tx: DbTx, accountId: AccountId, at: Date): Promise<Units> {
  const { rows } = await sql<{ balance: string }>`SELECT ledger.balance_at(${accountId}, ${at}) AS balance`.execute(tx);
  const [row] = rows;
  assert(row !== undefined, `no account ${accountId}`);
  return unitsFromWire(row.balance);
}

/**
 * Writes everybody's share: of the pool by what their wallets held over the period weighted by time, rounded down, and the swap
 * rewards of the period. Left out are the house's accounts, people who may not be given incentives, and closed accounts.
 */
export async function insertShares(
  tx: DbTx,
  distribution: Distribution,
  distributed: Units,
): Promise<Omit<DistributionTotals, 'pool' | 'distributed' | 'remainder'> & { readonly given: Units }> {
  const { id, startsAt, endsAt, closedCountries } = distribution;
  // A million holders take longer than what any other statement is allowed.
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
  await sql`
    WITH countries AS (
      SELECT DISTINCT ON (person_id) person_id, country FROM declared_countries ORDER BY person_id, declared_at DESC
    ), holdings AS (
      SELECT w.* FROM ledger.holding_weights('reward', ${startsAt}, ${endsAt}) AS w
        JOIN countries ON countries.person_id = w.owner_id AND countries.country <> ALL (${[...closedCountries]}::text[])
        -- Nobody could take what a closed account is given.
        JOIN people ON people.id = w.owner_id AND people.state <> 'closed'
    ), owed AS (
      SELECT s.wallet_id, sum(s.reward) AS reward FROM swaps s
       WHERE s.reward > 0 AND s.distribution_id IS NULL AND s.created_at < ${endsAt} GROUP BY s.wallet_id
    ), total AS (SELECT coalesce(sum(weight), 0) AS weight FROM holdings),
    lines AS (
      SELECT a.id AS account_id, a.owner_id, a.wallet_id, coalesce(h.weight, 0) AS weight,
             CASE WHEN h.weight > 0 THEN div(${unitsToWire(distributed)}::numeric * h.weight, total.weight) ELSE 0 END AS reward,
             coalesce(owed.reward, 0) AS swap_reward
        FROM ledger.accounts a CROSS JOIN total
        LEFT JOIN holdings h ON h.account_id = a.id
        LEFT JOIN owed ON owed.wallet_id = a.wallet_id
       WHERE a.class = 'customer' AND a.asset = 'reward' AND (h.weight > 0 OR owed.reward > 0)
    )
    INSERT INTO distribution_shares
      (distribution_id, number, account_id, person_id, wallet_id, pseudonym, weight, reward, swap_reward)
    SELECT ${id}, row_number() OVER (ORDER BY account_id), account_id, owner_id, wallet_id, gen_random_uuid(), weight,
           reward, swap_reward
      FROM lines`.execute(tx);
  const { rows } = await sql<{ weight: string; given: string; swaps: string; holders: string }>`
    SELECT coalesce(sum(weight), 0) AS weight, coalesce(sum(reward), 0) AS given, coalesce(sum(swap_reward), 0) AS swaps,
           count(*) FILTER (WHERE weight > 0) AS holders
      FROM distribution_shares WHERE distribution_id = ${id}`.execute(tx);
  const [row] = rows;
  assert(row !== undefined, 'a sum has a row');
  return {
    given: unitsFromWire(row.given),
    totalWeight: BigInt(row.weight),
    holders: Number(row.holders),
    swapRewards: unitsFromWire(row.swaps),
  };
}

/** The published lines from `first` on, in their order. */
export async function selectPublishedShares(
  db: DbReader,
  { id, first, limit }: { readonly id: DistributionId; readonly first: number; readonly limit: number },
): Promise<readonly PublishedShare[]> {
  const { rows } = await sql<{ pseudonym: string; weight: string; reward: string; swap_reward: string }>`
    SELECT pseudonym, weight, reward, swap_reward FROM distribution_shares
     WHERE distribution_id = ${id} AND number >= ${first} AND number < ${first + limit} ORDER BY number`.execute(db);
  return rows.map(({ pseudonym, weight, reward, swap_reward: swapReward }) => ({
    pseudonym,
    weight,
    reward,
    swapReward,
  }));
}

export async function insertNodes(tx: DbTx, id: DistributionId, hashes: readonly Uint8Array[]): Promise<void> {
  await sql`
    INSERT INTO distribution_nodes (distribution_id, index, hash)
    SELECT ${id}, place - 1, hash FROM unnest(${hashes.map((hash) => Buffer.from(hash))}::bytea[])
      WITH ORDINALITY AS n (hash, place)`.execute(tx);
}

export async function selectNodes(db: DbReader, id: DistributionId): Promise<readonly Uint8Array[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM distribution_nodes WHERE distribution_id = ${id} ORDER BY index`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Fixes what was computed; from now on it is only paid. */
export async function fixDistribution(
  tx: DbTx,
  { id, totals, root }: { readonly id: DistributionId; readonly totals: DistributionTotals; readonly root: string },
): Promise<void> {
  await sql`
    UPDATE distributions
       SET state = 'paying', pool = ${unitsToWire(totals.pool)}, distributed = ${unitsToWire(totals.distributed)},
           remainder = ${unitsToWire(totals.remainder)}, total_weight = ${String(totals.totalWeight)},
           holders = ${totals.holders}, swap_rewards = ${unitsToWire(totals.swapRewards)}, root = ${Buffer.from(root, 'hex')}
     WHERE id = ${id} AND state = 'settling'`.execute(tx);
}

/** The next shares that are not paid, in their order. Those with nothing to pay are left out. */
export async function listUnpaidShares(
  tx: DbTx,
  { id, paidThrough, limit }: { readonly id: DistributionId; readonly paidThrough: number; readonly limit: number },
): Promise<readonly Share[]> {
  const { rows } = await sql<{
    number: number;
    account_id: AccountId;
    person_id: PersonId;
    wallet_id: WalletId;
    reward: string;
    swap_reward: string;
  }>`
    SELECT number, account_id, person_id, wallet_id, reward, swap_reward FROM distribution_shares
     WHERE distribution_id = ${id} AND number > ${paidThrough} AND reward + swap_reward > 0
     ORDER BY number LIMIT ${limit}`.execute(tx);
  return rows.map((row) => ({
    number: row.number,
    accountId: row.account_id,
    personId: row.person_id,
    walletId: row.wallet_id,
    reward: unitsFromWire(row.reward),
    swapReward: unitsFromWire(row.swap_reward),
  }));
}

/** The shares from the first to the last number that have something to pay are paid by this journal. */
export async function markPaid(
  tx: DbTx,
  {
    id,
    first,
    last,
    journalId,
  }: {
    readonly id: DistributionId;
    readonly first: number;
    readonly last: number;
    readonly journalId: JournalId;
  },
): Promise<void> {
  await sql`
    WITH paid AS (
      UPDATE distribution_shares SET journal_id = ${journalId}
       WHERE distribution_id = ${id} AND number BETWEEN ${first} AND ${last} AND reward + swap_reward > 0
    )
    UPDATE distributions SET paid_through = ${last} WHERE id = ${id}`.execute(tx);
}

export async function closeDistribution(tx: DbTx, id: DistributionId): Promise<void> {
  await sql`
    UPDATE distributions SET state = 'closed', closed_at = clock_timestamp()
     WHERE id = ${id} AND state = 'paying'`.execute(tx);
}

function fromRow(row: DistributionRow): Distribution {
  return {
    id: row.id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    shareBasisPoints: BigInt(row.share_basis_points),
    closedCountries: row.closed_countries,
    paidThrough: row.paid_through,
  };
}
