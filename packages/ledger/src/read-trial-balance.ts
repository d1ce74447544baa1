import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { findLastTotalled } from './list-totals.ts';

/** All accounts of one class and asset together. Base units. */
export type TrialBalanceRow = {
  readonly class: string;
  /** The side on which the class normally has its balance. */
  readonly side: 'debit' | 'credit';
  readonly asset: AssetId;
  /** Everything that was ever debited and credited. */
  readonly debits: bigint;
  readonly credits: bigint;
};

export type TrialBalance = {
  readonly rows: readonly TrialBalanceRow[];
  /** The last day in UTC that came from its totals; undefined where everything was added up from journals. */
  readonly totalledTo: string | undefined;
};

/**
 * Reads the trial balance of a moment: for each class of accounts and each asset, everything that was debited and
 * credited before it. Debits and credits of an asset are equal. It takes the totals of the days before the moment's own
 * (docs/ledger.md, "Totals of days") and adds up what moved on that day, so that its cost is that of one day at most,
 * however old the books are. It has to see one moment: give it a database transaction with the isolation repeatable read.
 *
 * @param at Journals at this very moment do not count.
 * @example
 * const { rows } = await readTrialBalance(tx, { at: new Date('2100-01-01') });
 * const owed = rows.find((row) => row.class === 'customer' && row.asset === 'usdt');
 * [owed?.side, owed?.debits, owed?.credits]; // → ['credit', 0n, 100_000_000n]
 */
export async function readTrialBalance(db: DbReader, { at }: { readonly at: Date }): Promise<TrialBalance> {
  const day = at.toISOString().slice(0, 10);
  const last = await findLastTotalled(db);
  // The day before the moment's own; days without totals are read from their journals.
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const totalledTo = last === undefined || last < before ? last : before;
  const from = totalledTo === undefined ? null : totalledTo;
  const { rows } = await sql<{
    class: string;
    side: 'debit' | 'credit';
    asset: AssetId;
    debits: string;
    credits: string;
  }>`
    SELECT c.class, c.side, m.asset, sum(m.debits)::text AS debits, sum(m.credits)::text AS credits
      FROM (
        SELECT class, asset, debits, credits FROM ledger.day_totals WHERE day <= ${from}::date
        UNION ALL
        SELECT class, asset, debits, credits
          FROM ledger.moved_between(
            coalesce((${from}::date + 1)::timestamp AT TIME ZONE 'UTC', '-infinity'), ${at.toISOString()}::timestamptz)
      ) m
      JOIN ledger.classes c USING (class)
     GROUP BY c.class, c.side, m.asset ORDER BY m.asset, c.side DESC, c.class`.execute(db);
  return {
    totalledTo,
    rows: rows.map(({ debits, credits, ...row }) => ({ ...row, debits: BigInt(debits), credits: BigInt(credits) })),
  };
}

/**
 * Compares a trial balance of now with the balances of all accounts and lists the classes and assets that differ; the
 * list is empty when the books are right. Both have to see the same moment.
 *
 * @example
 * const balance = await readTrialBalance(tx, { at: new Date('2100-01-01') });
 * await findUnlikeAccounts(tx, balance); // → []
 */
export async function findUnlikeAccounts(db: DbReader, { rows: expected }: TrialBalance): Promise<readonly string[]> {
  const { rows } = await sql<{ class: string; asset: AssetId; posted: string }>`
    SELECT class, asset, sum(posted)::text AS posted FROM ledger.accounts GROUP BY class, asset`.execute(db);
  const posted = new Map(rows.map((row) => [`${row.class} ${row.asset}`, BigInt(row.posted)]));
  const told = new Map(expected.map((row) => [`${row.class} ${row.asset}`, row.credits - row.debits]));
  return [...new Set([...posted.keys(), ...told.keys()])]
    .filter((name) => (posted.get(name) ?? 0n) !== (told.get(name) ?? 0n))
    .toSorted();
}
