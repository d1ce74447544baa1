import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { AccountId, TransferId } from './ids.ts';

/** What came to an account (positive) or went from it. */
export type Move = {
  readonly transferId: TransferId;
  /** Base units. */
  readonly amount: bigint;
  readonly at: Date;
  /** Given by the house: a share of the pool, a reward or a bonus. */
  readonly isReward: boolean;
};

export type ListMovesInput = {
  readonly accountId: AccountId;
  /** The last transfer that is not listed; all are where it is undefined. */
  readonly after: TransferId | undefined;
};

type Row = {
  readonly transfer_id: TransferId;
  readonly amount: string;
  readonly at: Date;
  readonly is_reward: boolean;
};

/** As the index `transfers_given_idx` says it: a literal, for a parameter would not match it. */
const rewardCodes = sql`('distribution', 'swap-reward', 'activity-reward', 'activation-bonus')`;

/**
 * Lists every move of a customer's account after a transfer, the oldest first. It reads them all: ask `findBalancesAt` first how
 * many there are.
 *
 * @example
 * const moves = await listMovesAfter(tx, { accountId: alice.usdt, after: undefined });
 * moves.map(({ amount, isReward }) => [amount, isReward]); // → [[100_000_000n, false]]
 */
export async function listMovesAfter(db: DbReader, { accountId, after }: ListMovesInput): Promise<readonly Move[]> {
  const { rows } = await sql<Row>`
    SELECT e.transfer_id, e.amount::text AS amount, j.created_at AS at,
           e.amount > 0 AND t.code IN ${rewardCodes} AS is_reward
      FROM ledger.entries e
      JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
     WHERE e.account_id = ${accountId} AND e.transfer_id > ${after ?? '0'}
     ORDER BY e.transfer_id`.execute(db);
  return rows.map(fromRow);
}

/**
 * Lists what the house gave to an account after a transfer, the oldest first. An index has these alone: their number grows
 * with distributions and not with what else the account does.
 *
 * @example
 * await listRewardsAfter(tx, { accountId: alice.usdt, after: undefined }); // → []
 */
export async function listRewardsAfter(db: DbReader, { accountId, after }: ListMovesInput): Promise<readonly Move[]> {
  const { rows } = await sql<Row>`
    SELECT t.id AS transfer_id, t.amount::text AS amount, j.created_at AS at, true AS is_reward
      FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
     WHERE t.credit_account_id = ${accountId} AND t.id > ${after ?? '0'} AND t.code IN ${rewardCodes}
     ORDER BY t.id`.execute(db);
  return rows.map(fromRow);
}

function fromRow({ transfer_id, amount, at, is_reward }: Row): Move {
  return { transferId: transfer_id, amount: BigInt(amount), at, isReward: is_reward };
}
