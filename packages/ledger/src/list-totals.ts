import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql, type RawBuilder } from 'kysely';

/** What moved on the accounts of one class by one kind of journal and one code of leg. */
export type Total = {
  /** The day in UTC, as `2026-11-21`. */
  readonly day: string;
  readonly class: string;
  readonly asset: AssetId;
  readonly kind: string;
  readonly code: string;
  /** Base units. */
  readonly debits: bigint;
  readonly credits: bigint;
  /** How many transfers; one within the class counts once. */
  readonly transfers: bigint;
};

type Row = {
  readonly day: string;
  readonly class: string;
  readonly asset: AssetId;
  readonly kind: string;
  readonly code: string;
  readonly debits: string;
  readonly credits: string;
  readonly transfers: string;
};

export type ListTotalsInput = {
  /** Days in UTC, as `2026-11-21`, both included. */
  readonly from: string;
  readonly to: string;
};

/**
 * Lists what moved on each day of a period, the oldest day first. Closed days come from their totals; days without
 * totals, today among them, are added up from their journals. It has to see one moment: give it a database transaction
 * with the isolation repeatable read.
 *
 * @example
 * await totalDays(tx, { limit: 1 });
 * const totals = await listTotals(tx, { from: '2020-01-01', to: '2100-01-01' });
 * const deposits = totals.find((total) => total.class === 'customer' && total.code === 'deposit');
 * [deposits?.credits, deposits?.debits]; // → [100_000_000n, 0n]
 */
export async function listTotals(db: DbReader, { from, to }: ListTotalsInput): Promise<readonly Total[]> {
  const last = await findLastTotalled(db);
  const kept = await keptTotals(from, to).execute(db);
  const days = await daysAfter(last, from, to).execute(db);
  const rows = [...kept.rows];
  for (const { day } of days.rows) rows.push(...(await totalsOf(day).execute(db)).rows);
  return rows.map(fromRow);
}

/**
 * Finds the last day in UTC that has totals, as `2026-11-21`; undefined where none has.
 *
 * @example
 * await findLastTotalled(tx); // → undefined
 */
export async function findLastTotalled(db: DbReader): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM ledger.totalled_days`.execute(db);
  return rows[0]?.day ?? undefined;
}

/**
 * Adds up a closed day from its journals and lists what differs from its totals; the list is empty when they are right.
 *
 * @example
 * await findWrongTotals(tx, '2020-01-01'); // → []
 */
export async function findWrongTotals(db: DbReader, day: string): Promise<readonly string[]> {
  const { rows } = await sql<{ finding: string }>`
    SELECT format('%s %s %s %s', coalesce(k.class, m.class), coalesce(k.asset, m.asset), coalesce(k.kind, m.kind),
                  coalesce(k.code, m.code)) AS finding
      FROM (SELECT * FROM ledger.day_totals WHERE day = ${day}::date) k
      FULL JOIN ledger.moved_between(${startOf(day)}, ${endOf(day)}) m USING (class, asset, kind, code)
     WHERE (k.debits, k.credits, k.transfers) IS DISTINCT FROM (m.debits, m.credits, m.transfers)
     ORDER BY 1`.execute(db);
  return rows.map(({ finding }) => finding);
}

function startOf(day: string) {
  return sql`(${day}::date::timestamp AT TIME ZONE 'UTC')`;
}

function endOf(day: string) {
  return sql`((${day}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}

function keptTotals(from: string, to: string): RawBuilder<Row> {
  return sql<Row>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, class, asset, kind, code, debits::text AS debits, credits::text AS credits,
           transfers::text AS transfers
      FROM ledger.day_totals WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY day, class, asset, kind, code`;
}

/** Days that have no totals yet and can have journals: none before the first journal and none after today. */
function daysAfter(last: string | undefined, from: string, to: string): RawBuilder<{ readonly day: string }> {
  return sql<{ day: string }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day
      FROM ledger.journals first
     CROSS JOIN generate_series(
        greatest(${from}::date, ${last ?? null}::date + 1, (first.created_at AT TIME ZONE 'UTC')::date - 1),
        least(${to}::date, (clock_timestamp() AT TIME ZONE 'UTC')::date), interval '1 day') AS day
     WHERE first.id = (SELECT min(id) FROM ledger.journals)`;
}

function totalsOf(day: string): RawBuilder<Row> {
  return sql<Row>`
    SELECT ${day}::text AS day, class, asset, kind, code, debits::text AS debits, credits::text AS credits,
           transfers::text AS transfers
      FROM ledger.moved_between(${startOf(day)}, ${endOf(day)}) ORDER BY class, asset, kind, code`;
}

function fromRow({ debits, credits, transfers, ...row }: Row): Total {
  return { ...row, debits: BigInt(debits), credits: BigInt(credits), transfers: BigInt(transfers) };
}
