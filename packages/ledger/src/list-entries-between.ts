import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { AccountId, JournalId, TransferId } from './ids.ts';

export type EntryBetween = {
  readonly transferId: TransferId;
  readonly journalId: JournalId;
  readonly kind: string;
  readonly code: string;
  /** Base units, positive for a credit. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  /** The class of the other account of the transfer. */
  readonly counterparty: string;
  readonly at: Date;
  /** The same moment in whole microseconds since 1970: as exactly as the database knows it. */
  readonly atMicroseconds: bigint;
};

export type ListEntriesBetweenInput = {
  readonly accountId: AccountId;
  /** The last transfer that is not listed; all from the first where it is undefined. */
  readonly after: TransferId | undefined;
  /** The last transfer that is listed. */
  readonly to: TransferId;
  /** 1 to 1,000. A larger number counts as 1,000. */
  readonly limit: number;
  /** From the newest to the oldest; the other way by default. */
  readonly newestFirst?: boolean;
};

type Row = {
  readonly transfer_id: TransferId;
  readonly journal_id: JournalId;
  readonly kind: string;
  readonly code: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly counterparty: string;
  readonly at: Date;
  readonly at_microseconds: string;
};

/**
 * Lists entries of a customer's account between two of its transfers, which `findBalancesAt` finds for two moments. The
 * next page begins `after` the last transfer of this one.
 *
 * @example
 * const [account] = await findBalancesAt(tx, { walletId: alice.walletId, moments: [] });
 * const to = account?.points[0]?.transferId;
 * const entries = to && (await listEntriesBetween(tx, { accountId: alice.usdt, after: undefined, to, limit: 10 }));
 * entries && entries.map((entry) => [entry.kind, entry.amount, entry.counterparty]);
 * // → [['deposit', 100_000_000n, 'custody:deposit']]
 */
export async function listEntriesBetween(
  db: DbReader,
  { accountId, after, to, limit, newestFirst = false }: ListEntriesBetweenInput,
): Promise<readonly EntryBetween[]> {
  const { rows } = await sql<Row>`
    SELECT e.transfer_id, t.journal_id, j.kind, t.code, e.amount::text AS amount, e.balance_after::text AS balance_after,
           other.class AS counterparty, j.created_at AS at,
           (extract(epoch FROM j.created_at) * 1000000)::bigint::text AS at_microseconds
      FROM ledger.entries e
      JOIN ledger.transfers t ON t.id = e.transfer_id
      JOIN ledger.journals j ON j.id = t.journal_id
      JOIN ledger.accounts other
        ON other.id = CASE t.debit_account_id WHEN e.account_id THEN t.credit_account_id ELSE t.debit_account_id END
     WHERE e.account_id = ${accountId} AND e.transfer_id > ${after ?? '0'}::bigint AND e.transfer_id <= ${to}::bigint
     ORDER BY CASE WHEN ${newestFirst} THEN -e.transfer_id ELSE e.transfer_id END
     LIMIT ${Math.min(limit, 1_000)}`.execute(db);
  return rows.map((row) => ({
    transferId: row.transfer_id,
    journalId: row.journal_id,
    kind: row.kind,
    code: row.code,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    counterparty: row.counterparty,
    at: row.at,
    atMicroseconds: BigInt(row.at_microseconds),
  }));
}
