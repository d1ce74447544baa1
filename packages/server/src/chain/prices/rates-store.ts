import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { CurrencyRates } from './currency-rates.ts';

/** The newest rates an installation has read, and the database's date (UTC). */
export async function selectRates(
  db: DbReader,
): Promise<{ readonly rates: CurrencyRates | undefined; readonly today: string }> {
  const { rows } = await sql<{ today: string; day: string | null; currency: string; per_euro: string }>`
    SELECT (now() AT TIME ZONE 'UTC')::date::text AS today, r.day::text, r.currency, r.per_euro::text
      FROM (SELECT max(day) AS day FROM currency_rates) AS newest
      LEFT JOIN currency_rates r ON r.day = newest.day`.execute(db);
  const [first] = rows;
  if (first === undefined || first.day === null) return { rates: undefined, today: first?.today ?? '' };
  return {
    rates: { day: first.day, perEuro: new Map(rows.map((row) => [row.currency, row.per_euro])) },
    today: first.today,
  };
}

/** Keeps rates in place of older ones. Those of a day that is there, or of an earlier one, change nothing. */
export async function storeRates(tx: DbTx, { day, perEuro }: CurrencyRates): Promise<void> {
  await sql`
    INSERT INTO currency_rates (day, currency, per_euro)
    SELECT ${day}::date, r.currency, r.per_euro::numeric
      FROM unnest(${[...perEuro.keys()]}::text[], ${[...perEuro.values()]}::text[]) AS r (currency, per_euro)
     WHERE NOT EXISTS (SELECT FROM currency_rates WHERE day >= ${day}::date)
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`DELETE FROM currency_rates WHERE day < ${day}::date`.execute(tx);
}
