import { sql } from 'kysely';
import { asOwner } from './owner.ts';

/** Whose wallet it is, as operators name them, and one of their contacts. */
export async function personOf(walletId: string) {
  const { rows: found } = await asOwner((db) =>
    sql<{ id: string; publicId: string; contact: string }>`
      SELECT p.id, p.public_id AS "publicId", c.value AS contact
        FROM wallets w JOIN people p ON p.id = w.person_id JOIN contacts c ON c.person_id = p.id
       WHERE w.id = ${walletId} LIMIT 1`.execute(db.kysely),
  );
  const [person] = found;
  if (person === undefined) throw new Error('a wallet without a person who can be reached');
  return person;
}
