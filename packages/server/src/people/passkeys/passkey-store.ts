import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export type Passkey = {
  readonly id: string;
  readonly personId: PersonId;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};

function passkeys(db: DbReader) {
  return db
    .selectFrom('passkeys')
    .select([
      'passkeys.id',
      'passkeys.person_id',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.sign_count',
      'passkeys.transports',
      'passkeys.synced',
      'passkeys.name',
      'passkeys.created_at',
      'passkeys.used_at',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>;

function toPasskey(row: Row): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports,
    synced: row.synced,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}

/** The passkeys of a person, the first one first. */
export async function listPasskeyRows(db: DbReader, personId: PersonId): Promise<readonly Passkey[]> {
  const rows = await passkeys(db)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('passkeys.id')
    .execute();
  return rows.map(toPasskey);
}

/** A passkey with the version of its owner's credentials as it is read here; see `holdCredentials`. */
export async function findPasskey(
  db: DbReader,
  credentialId: Buffer,
): Promise<(Passkey & { readonly credentialsVersion: number }) | undefined> {
  const row = await passkeys(db)
    .innerJoin('people', 'people.id', 'passkeys.person_id')
    .select('people.credentials_version')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && { ...toPasskey(row), credentialsVersion: row.credentials_version };
}

/** Adds a passkey; false when this credential is registered already. */
export async function insertPasskey(tx: DbTx, passkey: Omit<Passkey, 'usedAt'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      person_id: passkey.personId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: String(passkey.signCount),
      transports: [...passkey.transports],
      synced: passkey.synced,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Gives a passkey of this person another name; false when there is none of this id. */
export async function updatePasskeyName(
  db: DbReader,
  { personId, id, name }: { readonly personId: PersonId; readonly id: string; readonly name: string },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Notes a use. False when the counter did not grow although the authenticator counts: then there is a copy of it, or the same
 * answer came twice.
 */
export async function notePasskeyUse(
  tx: DbTx,
  { id, signCount, now }: { readonly id: string; readonly signCount: number; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('passkeys')
    .set({ sign_count: String(signCount), used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes a passkey of this person; false when there is none of this id. */
export async function deletePasskey(tx: DbTx, personId: PersonId, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deletePasskeysSince(tx: DbTx, personId: PersonId, since: Date): Promise<void> {
  await tx.deleteFrom('passkeys').where('person_id', '=', personId).where('created_at', '>', since).execute();
}

export async function countPasskeys(db: DbReader, personId: PersonId): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertCeremony(
  db: DbReader,
  ceremony: {
    readonly id: string;
    /** Null for a sign-in. */
    readonly personId: PersonId | null;
    readonly challenge: Buffer;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('passkey_ceremonies')
    .values({
      id: ceremony.id,
      person_id: ceremony.personId,
      challenge: ceremony.challenge,
      created_at: ceremony.now,
      expires_at: ceremony.expiresAt,
    })
    .execute();
}

/** Takes the challenge of a ceremony, once, whatever becomes of the answer; undefined when it is used, over or somebody else's. */
export async function takeCeremony(
  db: DbReader,
  { id, personId, now }: { readonly id: string; readonly personId: PersonId | null; readonly now: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('passkey_ceremonies')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge;
}
