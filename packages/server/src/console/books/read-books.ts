import type { Database, DbReader } from '@tern/db/database';

declare const onlyReads: unique symbol;

/** One moment of the books, of which PostgreSQL refuses every change. */
export type BooksReader = DbReader & { readonly [onlyReads]: true };

/**
 * Reads the books in a database transaction that sees one moment and can write nothing. Everything of this slice that asks
 * the database takes what this hands out, so that nothing here can be given more.
 */
export function readBooks<Result>(
  { kysely }: Pick<Database, 'kysely'>,
  work: (books: BooksReader) => Promise<Result>,
): Promise<Result> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => work(tx as unknown as BooksReader));
}
