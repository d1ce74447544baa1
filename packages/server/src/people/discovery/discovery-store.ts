import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { notOnHold } from '../accounts/public.ts';
import type { TypedContact } from './typed-contact.ts';

/** By what a person may be found, and the name that is shown then. */
export type Discovery = {
  readonly byPhone: boolean;
  readonly byEmail: boolean;
  readonly byUsername: boolean;
  readonly shownName: string;
};

/** Somebody who may be found, with the wallet that money for them goes to. */
export type FoundPerson = {
  readonly personId: PersonId;
  readonly shownName: string;
  readonly walletId: WalletId;
  readonly address: TronAddress;
};

export async function selectDiscovery(db: DbReader, personId: PersonId): Promise<Discovery | undefined> {
  const row = await db.selectFrom('discoveries').selectAll().where('person_id', '=', personId).executeTakeFirst();
  return (
    row && {
      byPhone: row.by_phone,
      byEmail: row.by_email,
      byUsername: row.by_username,
      shownName: row.shown_name,
    }
  );
}

export async function upsertDiscovery(tx: DbTx, personId: PersonId, discovery: Discovery): Promise<void> {
  const { byPhone, byEmail, byUsername, shownName } = discovery;
  await sql`
    INSERT INTO discoveries (person_id, by_phone, by_email, by_username, shown_name)
    VALUES (${personId}, ${byPhone}, ${byEmail}, ${byUsername}, ${shownName})
    ON CONFLICT (person_id) DO UPDATE SET by_phone = EXCLUDED.by_phone, by_email = EXCLUDED.by_email,
      by_username = EXCLUDED.by_username, shown_name = EXCLUDED.shown_name, changed_at = clock_timestamp()`.execute(tx);
}

export async function deleteDiscovery(tx: DbTx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('discoveries').where('person_id', '=', personId).execute();
}

/** A contact as somebody typed it, and who they are: nobody finds themselves. */
export type Search = { readonly searcherId: PersonId; readonly contact: TypedContact };

/**
 * Whom each of the contacts finds now, in their order. One statement for every answer: nobody there, not allowed, closed,
 * disabled and on hold all are no row.
 */
export async function selectFound(
  db: DbReader,
  searches: readonly Search[],
): Promise<readonly (FoundPerson | undefined)[]> {
  const { rows } = await sql<{ place: string; person_id: PersonId; shown_name: string; id: WalletId; address: string }>`
    SELECT s.place, c.person_id, d.shown_name, w.id, w.address
    FROM ${typed(searches)}
    CROSS JOIN LATERAL (
      SELECT person_id FROM contacts WHERE kind = s.kind AND value = s.value
      UNION ALL
      SELECT person_id FROM usernames WHERE s.kind = 'username' AND username = s.value AND is_current
    ) c
    JOIN discoveries d ON d.person_id = c.person_id AND c.person_id <> s.searcher_id
      AND CASE s.kind WHEN 'phone' THEN d.by_phone WHEN 'email' THEN d.by_email ELSE d.by_username END
    JOIN people p ON p.id = c.person_id AND p.state = 'active'
    JOIN wallets w ON w.person_id = c.person_id AND w.is_default AND w.closed_at IS NULL
    WHERE ${notOnHold('c.person_id')}`.execute(db);
  const found = new Map(
    rows.map(({ place, person_id: personId, shown_name: shownName, id: walletId, address }) => [
      Number(place) - 1,
      { personId, shownName, walletId, address: address as TronAddress },
    ]),
  );
  return searches.map((_, at) => found.get(at));
}

/**
 * Keeps contacts with their owners, and their permissions as they are, until the transaction ends: whoever changes one
 * comes before what is read afterwards, or after the transaction.
 */
export async function holdContacts(tx: DbTx, searches: readonly Search[]): Promise<void> {
  await sql`
    SELECT FROM ${typed(searches)} JOIN contacts c ON c.kind = s.kind AND c.value = s.value
    JOIN discoveries d ON d.person_id = c.person_id
    ORDER BY c.person_id, c.kind FOR SHARE OF c, d`.execute(tx);
  await sql`
    SELECT FROM ${typed(searches)} JOIN usernames u ON s.kind = 'username' AND u.username = s.value AND u.is_current
    JOIN discoveries d ON d.person_id = u.person_id
    ORDER BY u.person_id FOR SHARE OF u, d`.execute(tx);
}

function typed(searches: readonly Search[]) {
  return sql`unnest(
    ${searches.map(({ searcherId }) => searcherId)}::uuid[], ${searches.map(({ contact }) => contact.kind)}::text[],
    ${searches.map(({ contact }) => contact.value)}::text[]) WITH ORDINALITY AS s (searcher_id, kind, value, place)`;
}
