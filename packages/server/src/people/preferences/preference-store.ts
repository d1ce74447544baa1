import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { notifyPeople } from '../../platform/live/public.ts';
import { countryFixedDays, defaultPreferences, type DeclaredCountry, type Preferences } from './preferences.ts';

export async function selectPreferences(db: DbReader, personId: PersonId): Promise<Preferences> {
  const row = await db.selectFrom('preferences').selectAll().where('person_id', '=', personId).executeTakeFirst();
  return row === undefined ? defaultPreferences : { currencyUnit: row.currency_unit, hideBalances: row.hide_balances };
}

/** Changes what is given and tells the person's open screens. */
export async function upsertPreferences(
  tx: DbTx,
  personId: PersonId,
  { currencyUnit, hideBalances }: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined },
): Promise<void> {
  const given = {
    ...(currencyUnit === undefined ? {} : { currency_unit: currencyUnit }),
    ...(hideBalances === undefined ? {} : { hide_balances: hideBalances }),
  };
  await tx
    .insertInto('preferences')
    .values({ person_id: personId, ...given })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ person_id: personId, ...given }))
    .execute();
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
}

/** Held until the transaction ends: one declaration of a person at a time, and none while something is given because of it. */
export async function lockCountry(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`country:${personId}`}, 0))`.execute(tx);
}

/** The last declaration, with until when it stands by the database's clock; null once another one can be made. */
export async function selectCountry(db: DbReader, personId: PersonId): Promise<DeclaredCountry | undefined> {
  const { rows } = await sql<{
    country: string;
    declared_at: Date;
    first_declared_at: Date;
    age: number;
    fixed_until: Date | null;
  }>`
    SELECT country, declared_at, coalesce(first_declared_at, declared_at) AS first_declared_at,
           extract(epoch FROM clock_timestamp() - coalesce(first_declared_at, declared_at))::float8 AS age,
           CASE WHEN declared_at + make_interval(days => ${countryFixedDays}) > clock_timestamp()
                THEN declared_at + make_interval(days => ${countryFixedDays}) END AS fixed_until
      FROM declared_countries WHERE person_id = ${personId} ORDER BY declared_at DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      country: row.country,
      declaredAt: row.declared_at,
      firstDeclaredAt: row.first_declared_at,
      ageSeconds: row.age,
      fixedUntil: row.fixed_until,
    }
  );
}

/** The last declaration of each of these people who made one. */
export async function selectCountries(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<readonly { readonly personId: PersonId; readonly country: string }[]> {
  const { rows } = await sql<{ person_id: PersonId; country: string }>`
    SELECT DISTINCT ON (person_id) person_id, country FROM declared_countries
     WHERE person_id = ANY (${personIds}::uuid[]) ORDER BY person_id, declared_at DESC`.execute(db);
  return rows.map((row) => ({ personId: row.person_id, country: row.country }));
}

/** Notes a declaration of this moment; `corrects` where it takes the place of the last one. */
export async function insertCountry(
  tx: DbTx,
  personId: PersonId,
  { country, corrects }: { readonly country: string; readonly corrects: boolean },
): Promise<void> {
  await sql`
    INSERT INTO declared_countries (person_id, country, first_declared_at) VALUES (${personId}, ${country}, (
      SELECT coalesce(first_declared_at, declared_at) FROM declared_countries
       WHERE ${corrects} AND person_id = ${personId} ORDER BY declared_at DESC LIMIT 1))`.execute(tx);
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
}

export async function deletePreferences(tx: DbTx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('preferences').where('person_id', '=', personId).execute();
}
