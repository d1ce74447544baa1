import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader, DbTx } from '@tern/db/database';
import type { Contact } from './contact.ts';

/** What a sign-in needs of the account behind a contact. */
export type LoginSubject = {
  readonly personId: PersonId;
  readonly isActive: boolean;
  readonly passwordHash: string;
  /** Of the credentials as they are read here; see `holdCredentials`. */
  readonly credentialsVersion: number;
  readonly hasAuthenticator: boolean;
  readonly language: string | null;
};

export async function findLoginSubject(db: DbReader, contact: Contact): Promise<LoginSubject | undefined> {
  const row = await db
    .selectFrom('contacts')
    .innerJoin('people', 'people.id', 'contacts.person_id')
    .innerJoin('credentials', 'credentials.person_id', 'people.id')
    .leftJoin('authenticators', 'authenticators.person_id', 'people.id')
    .select([
      'people.id',
      'people.state',
      'people.language',
      'people.credentials_version',
      'credentials.hash',
      'authenticators.confirmed_at',
    ])
    .where('contacts.kind', '=', contact.kind)
    .where('contacts.value', '=', contact.value)
    .executeTakeFirst();
  return (
    row && {
      personId: row.id,
      isActive: row.state === 'active',
      passwordHash: row.hash,
      credentialsVersion: row.credentials_version,
      hasAuthenticator: row.confirmed_at !== null,
      language: row.language,
    }
  );
}

export async function insertCredential(tx: DbTx, personId: PersonId, hash: string, now: Date): Promise<void> {
  await tx.insertInto('credentials').values({ person_id: personId, hash, changed_at: now }).execute();
}

/** Replaces the login password by another one. */
export async function replaceCredential(tx: DbTx, personId: PersonId, hash: string, now: Date): Promise<void> {
  await tx.updateTable('credentials').set({ hash, changed_at: now }).where('person_id', '=', personId).execute();
}

/** Replaces the hash of the same password by one with today's parameters, unless it was changed meanwhile. */
export async function upgradeHash(
  db: DbReader,
  personId: PersonId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ hash: to })
    .where('person_id', '=', personId)
    .where('hash', '=', from)
    .execute();
}

/** The hash of the login password. Throws `LOGIN_EXPIRED` where the account was closed meanwhile. */
export async function getPasswordHash(db: DbReader, personId: PersonId): Promise<string> {
  const row = await db.selectFrom('credentials').select('hash').where('person_id', '=', personId).executeTakeFirst();
  if (row === undefined) throw problem('LOGIN_EXPIRED');
  return row.hash;
}
