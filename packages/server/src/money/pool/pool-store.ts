import { assert } from '@tern/base/assert';
import type { DistributionId, PersonId, SwapId, WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { subtractOrZero, unitsFromWire, type Units } from '@tern/money/units';
import type { PublishedShare } from '@tern/proofs/share-leaf';
import { sql } from 'kysely';
import type { DistributionState, DistributionTotals } from './distribution.ts';

export type PoolFigures = {
  readonly now: Date;
  readonly total: Units;
  readonly today: Units;
  readonly earned: Units;
  readonly swapRewards: Units;
  readonly held: Units;
  readonly heldByAll: Units;
  readonly openState: 'settling' | 'paying' | null;
  /** What has come into the pool since the last period ended; undefined while that one's distribution is under way. */
  readonly cameIn: { readonly fees: Units; readonly topUps: Units } | undefined;
};

/** Every number of the reward page in one snapshot: balances from accounts, earnings from entries. */
export async function readPoolFigures(db: DbReader, personId: PersonId): Promise<PoolFigures> {
  const { rows } = await sql<{
    now: Date;
    total: string;
    today: string;
    earned: string;
    swap_rewards: string;
    held: string;
    held_by_all: string;
    open_state: 'settling' | 'paying' | null;
    left_over: string | null;
    topped_up: string;
  }>`
    WITH own AS (
      SELECT a.posted FROM wallets w JOIN ledger.accounts a ON a.wallet_id = w.id
       WHERE w.person_id = ${personId} AND a.class = 'customer' AND a.asset = 'reward'
    ), got AS (
      SELECT s.reward + s.swap_reward AS amount, d.closed_at, j.created_at
        FROM distribution_shares s
        JOIN distributions d ON d.id = s.distribution_id
        JOIN ledger.journals j ON j.id = s.journal_id
       WHERE s.person_id = ${personId}
    ), last AS (
      SELECT ends_at, pool - distributed + remainder AS left_over FROM distributions ORDER BY ends_at DESC LIMIT 1
    ), topped_up AS (
      -- Along the house's capital, which few journals touch.
      SELECT -sum(m.amount) AS amount
        FROM ledger.accounts capital
        JOIN ledger.entries e ON e.account_id = capital.id
        CROSS JOIN LATERAL ledger.moves_of(e.account_id, e.transfer_id, e.call_id) m
       WHERE capital.code = 'capital' AND capital.asset = 'reward' AND capital.class <> 'customer' AND m.kind = 'pool-funding'
         AND m.created_at >= coalesce((SELECT ends_at FROM last), '-infinity')
    )
    SELECT clock_timestamp() AS now,
           coalesce((SELECT posted FROM ledger.accounts WHERE code = 'reward-pool' AND asset = 'reward' AND class <> 'customer'), 0) AS total,
           coalesce((SELECT sum(amount) FROM got
                      WHERE created_at >= date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'), 0) AS today,
           coalesce((SELECT sum(amount) FROM got), 0) AS earned,
           coalesce((SELECT sum(s.reward) FROM wallets w JOIN swaps s ON s.wallet_id = w.id
                      WHERE w.person_id = ${personId} AND s.reward > 0 AND s.distribution_id IS NULL), 0) AS swap_rewards,
           coalesce((SELECT sum(posted) FROM own), 0) AS held,
           -- All accounts of an asset add up to nothing, so people have what the few accounts of the house have not.
           coalesce((SELECT -sum(posted) FROM ledger.accounts WHERE class <> 'customer' AND asset = 'reward'), 0) AS held_by_all,
           (SELECT state FROM distributions WHERE state <> 'closed') AS open_state,
           (SELECT left_over FROM last) AS left_over, coalesce((SELECT amount FROM topped_up), 0) AS topped_up`.execute(
    db,
  );
  const [row] = rows;
  assert(row !== undefined, 'figures are one row');
  return {
    now: row.now,
    total: unitsFromWire(row.total),
    today: unitsFromWire(row.today),
    earned: unitsFromWire(row.earned),
    swapRewards: unitsFromWire(row.swap_rewards),
    held: unitsFromWire(row.held),
    heldByAll: unitsFromWire(row.held_by_all),
    openState: row.open_state,
    cameIn: row.open_state === null ? cameIn(row) : undefined,
  };
}

/** All that the pool has beyond what the last distribution left in it, and that no operator has put there, are shares of fees. */
function cameIn(row: { readonly total: string; readonly left_over: string | null; readonly topped_up: string }) {
  const topUps = unitsFromWire(row.topped_up);
  const inflow = subtractOrZero(unitsFromWire(row.total), unitsFromWire(row.left_over ?? '0'));
  return { fees: subtractOrZero(inflow, topUps), topUps };
}

/** A distribution whose shares are fixed. */
export type FixedDistribution = DistributionTotals & {
  readonly id: DistributionId;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly state: Exclude<DistributionState, 'settling'>;
  readonly formulaVersion: number;
  readonly shareBasisPoints: number;
  readonly closedCountries: readonly string[];
  readonly root: string;
  /** What the asking person got of it. */
  readonly own: Units;
};

type Row = {
  readonly id: DistributionId;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly state: 'paying' | 'closed';
  readonly formula_version: number;
  readonly share_basis_points: number;
  readonly closed_countries: readonly string[];
  readonly pool: string;
  readonly distributed: string;
  readonly remainder: string;
  readonly total_weight: string;
  readonly holders: number;
  readonly swap_rewards: string;
  readonly root: Buffer;
  readonly own: string;
};

/** Fixed distributions, newest first, those that ended before `before`. */
export async function selectDistributions(
  db: DbReader,
  {
    personId,
    before,
    limit,
  }: { readonly personId: PersonId; readonly before: Date | undefined; readonly limit: number },
): Promise<readonly FixedDistribution[]> {
  const { rows } = await sql<Row>`
    SELECT d.*, coalesce((SELECT sum(s.reward + s.swap_reward) FROM distribution_shares s
                           WHERE s.distribution_id = d.id AND s.person_id = ${personId}), 0) AS own
      FROM distributions d
     WHERE d.state <> 'settling' AND (${before ?? null}::timestamptz IS NULL OR d.ends_at < ${before ?? null})
     ORDER BY d.ends_at DESC LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}

/** One fixed distribution; `undefined` where there is none. */
export async function findDistribution(db: DbReader, id: DistributionId): Promise<FixedDistribution | undefined> {
  const { rows } = await sql<Row>`
    SELECT d.*, 0::numeric AS own FROM distributions d WHERE d.id = ${id} AND d.state <> 'settling'`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** Accounts of the house in reward tokens by their codes: none of them is in any distribution. */
export async function listHouseAccounts(db: DbReader): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM ledger.accounts WHERE class <> 'customer' AND asset = 'reward' ORDER BY code`.execute(db);
  return rows.map(({ code }) => code);
}

/** A line of a distribution with what is not published of it. */
export type WalletShare = PublishedShare & { readonly walletId: WalletId; readonly number: number };

type ShareRow = {
  readonly number: number;
  readonly wallet_id: WalletId;
  readonly pseudonym: string;
  readonly weight: string;
  readonly reward: string;
  readonly swap_reward: string;
};

/** The person's lines of a distribution, one for each wallet that was in it. */
export async function selectOwnLines(
  db: DbReader,
  { id, personId }: { readonly id: DistributionId; readonly personId: PersonId },
): Promise<readonly WalletShare[]> {
  const { rows } = await sql<ShareRow>`
    SELECT number, wallet_id, pseudonym, weight, reward, swap_reward FROM distribution_shares
     WHERE distribution_id = ${id} AND person_id = ${personId} ORDER BY number`.execute(db);
  return rows.map(shareFromRow);
}

/** The lines of a distribution with their wallets, in their order from `first` on. */
export async function selectSharesFrom(
  db: DbReader,
  { id, first, limit }: { readonly id: DistributionId; readonly first: number; readonly limit: number },
): Promise<readonly WalletShare[]> {
  const { rows } = await sql<ShareRow>`
    SELECT number, wallet_id, pseudonym, weight, reward, swap_reward FROM distribution_shares
     WHERE distribution_id = ${id} AND number >= ${first} AND number < ${first + limit} ORDER BY number`.execute(db);
  return rows.map(shareFromRow);
}

function shareFromRow({ wallet_id: walletId, swap_reward: swapReward, ...share }: ShareRow): WalletShare {
  return { ...share, walletId, swapReward };
}

/** Distributions that ended before a moment, newest first. */
export async function selectEnded(
  db: DbReader,
  { before, limit }: { readonly before: Date | undefined; readonly limit: number },
): Promise<readonly Omit<FixedDistribution, 'own'>[]> {
  const { rows } = await sql<Row>`
    SELECT d.*, 0::numeric AS own FROM distributions d
     WHERE d.state <> 'settling' AND (${before ?? null}::timestamptz IS NULL OR d.ends_at < ${before ?? null})
     ORDER BY d.ends_at DESC LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}

export type PaidSwap = { readonly id: SwapId; readonly at: Date; readonly reward: Units };

/** The swaps of a wallet whose rewards a distribution paid, oldest first. */
export async function selectPaidSwaps(
  db: DbReader,
  { id, walletId }: { readonly id: DistributionId; readonly walletId: WalletId },
): Promise<readonly PaidSwap[]> {
  const { rows } = await sql<{ id: SwapId; created_at: Date; reward: string }>`
    SELECT id, created_at, reward FROM swaps
     WHERE wallet_id = ${walletId} AND distribution_id = ${id} ORDER BY created_at, journal_id`.execute(db);
  return rows.map((row) => ({ id: row.id, at: row.created_at, reward: unitsFromWire(row.reward) }));
}

function fromRow(row: Row): FixedDistribution {
  return {
    id: row.id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    formulaVersion: row.formula_version,
    shareBasisPoints: row.share_basis_points,
    closedCountries: row.closed_countries,
    pool: unitsFromWire(row.pool),
    distributed: unitsFromWire(row.distributed),
    remainder: unitsFromWire(row.remainder),
    totalWeight: BigInt(row.total_weight),
    holders: row.holders,
    swapRewards: unitsFromWire(row.swap_rewards),
    root: row.root.toString('hex'),
    own: unitsFromWire(row.own),
  };
}
