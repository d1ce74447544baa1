import { sql, type RawBuilder } from 'kysely';

/** For `where(column, '=', …)`: one parameter however many ids there are, so that the statement stays the same. */
export function anyOf<Id extends string>(ids: readonly Id[]): RawBuilder<Id> {
  return sql<Id>`ANY(${[...ids]}::uuid[])`;
}
