import type { PersonId } from '@tern/base/ids';
import { anyOf } from '@tern/db/any-of';
import { sql, type RawBuilder } from 'kysely';

/** Tables with people's things that requests name by id. No statement reaches them but through `ownRow` and `ownRows`. */
export type OwnedTable = 'address_book_entries' | 'price_alerts' | 'swaps' | 'wallet_connections';

/**
 * What follows FROM, UPDATE or DELETE FROM for everything of one person: the table and whose rows are meant, which nobody can
 * leave out. More conditions follow with AND.
 */
export function ownRows(table: OwnedTable, personId: PersonId): OwnRows {
  return sql`${sql.table(table)} WHERE ${sql.table(table)}.person_id = ${personId}` as OwnRows;
}

/** The same for several people. */
export function ownRowsOf(table: OwnedTable, personIds: readonly PersonId[]): OwnRows {
  return sql`${sql.table(table)} WHERE ${sql.table(table)}.person_id = ${anyOf(personIds)}` as OwnRows;
}

/** The same for one row; nothing where it is another person's. */
export function ownRow(table: OwnedTable, personId: PersonId, id: string): OwnRows {
  return sql`${ownRows(table, personId)} AND ${sql.table(table)}.id = ${id}` as OwnRows;
}

/** For UPDATE, whose SET stands between the table and the condition. */
export function updateOwnRow(
  table: OwnedTable,
  { personId, id, set }: { readonly personId: PersonId; readonly id: string; readonly set: RawBuilder<unknown> },
): OwnRows {
  return sql`UPDATE ${sql.table(table)} SET ${set} WHERE person_id = ${personId} AND id = ${id}` as OwnRows;
}

declare const owned: unique symbol;
/** A piece of a statement that says whose rows it is about. */
export type OwnRows = RawBuilder<unknown> & { readonly [owned]: true };
