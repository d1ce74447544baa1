import { sql, type RawBuilder } from 'kysely';

/** A condition for statements about many: operators hold no account of the person in this column now, by database time. */
export function notOnHold(person: string): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM account_freezes f
    WHERE f.person_id = ${sql.ref(person)} AND f.lifted_at IS NULL AND f.until > clock_timestamp())`;
}
