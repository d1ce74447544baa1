import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { sql } from 'kysely';
import type { BooksReader } from './read-books.ts';

export type BooksPerson = {
  readonly id: PersonId;
  readonly publicId: string;
  readonly since: Date;
  /** Closed ones too. */
  readonly wallets: readonly { readonly id: WalletId; readonly address: string }[];
};

/** Somebody by their number or id, with all wallets they have had. Throws `NOT_FOUND`. */
export async function findPerson(books: BooksReader, wanted: string): Promise<BooksPerson> {
  const { rows } = await sql<{ id: PersonId; public_id: string; created_at: Date }>`
    SELECT id, public_id, created_at FROM people WHERE public_id = ${wanted} OR id::text = lower(${wanted})`.execute(
    books,
  );
  const [found] = rows;
  if (found === undefined) throw problem('NOT_FOUND');
  const wallets = await sql<{ id: WalletId; address: string }>`
    SELECT id, address FROM wallets WHERE person_id = ${found.id} ORDER BY created_at, id`.execute(books);
  return { id: found.id, publicId: found.public_id, since: found.created_at, wallets: wallets.rows };
}
