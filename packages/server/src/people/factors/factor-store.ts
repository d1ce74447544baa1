import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';

export async function findTradePasswordHash(db: DbReader, personId: PersonId): Promise<string | undefined> {
  const row = await db
    .selectFrom('trade_passwords')
    .select('hash')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.hash;
}

/** Which of these people have a trade password, and which a bound authenticator. */
export async function selectBound(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<{ readonly tradePasswords: ReadonlySet<PersonId>; readonly authenticators: ReadonlySet<PersonId> }> {
  const { rows } = await sql<{ id: PersonId; trade_password: boolean; authenticator: boolean }>`
    SELECT p.id, EXISTS (SELECT FROM trade_passwords t WHERE t.person_id = p.id) AS trade_password,
      EXISTS (SELECT FROM authenticators a WHERE a.person_id = p.id) AS authenticator
    FROM unnest(${personIds}::uuid[]) AS p (id)`.execute(db);
  return {
    tradePasswords: new Set(rows.filter((row) => row.trade_password).map(({ id }) => id)),
    authenticators: new Set(rows.filter((row) => row.authenticator).map(({ id }) => id)),
  };
}

/** Sets the first trade password; false when there is one. */
export async function insertTradePassword(tx: DbTx, personId: PersonId, hash: string, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('trade_passwords')
    .values({ person_id: personId, hash, set_at: now })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The same password under another hash, unless it was changed meanwhile. */
export async function upgradeTradeHash(
  db: DbReader,
  personId: PersonId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('trade_passwords')
    .set({ hash: to })
    .where('person_id', '=', personId)
    .where('hash', '=', from)
    .execute();
}

export async function replaceTradePassword(tx: DbTx, personId: PersonId, hash: string, now: Date): Promise<void> {
  await tx.updateTable('trade_passwords').set({ hash, set_at: now }).where('person_id', '=', personId).execute();
}

export type AuthenticatorRow = { readonly secretSealed: Buffer; readonly lastStep: number };

export async function findAuthenticator(db: DbReader, personId: PersonId): Promise<AuthenticatorRow | undefined> {
  const row = await db
    .selectFrom('authenticators')
    .select(['secret_sealed', 'last_step'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && { secretSealed: row.secret_sealed, lastStep: Number(row.last_step) };
}

/** Marks a step as used; false when it, or a later one, was used already. Of parallel callers one wins. */
export async function claimStep(db: DbReader, personId: PersonId, step: number): Promise<boolean> {
  const result = await db
    .updateTable('authenticators')
    .set({ last_step: String(step) })
    .where('person_id', '=', personId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** An authenticator as it was when a try began. */
export type BoundAuthenticator = {
  readonly secretSealed: Buffer;
  /** Since when it is bound, as the database writes it: another one is of another moment. */
  readonly confirmedAt: string;
};

/** What a person's tries are judged by; `authenticator` is null where none is bound. */
export type KnownFactors = { readonly hash: string; readonly authenticator: BoundAuthenticator | null };

/** The factors of these people; who has no trade password is absent. */
export async function findKnownFactors(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, KnownFactors>> {
  const { rows } = await sql<{
    person_id: PersonId;
    hash: string;
    secret_sealed: Buffer | null;
    confirmed_at: string | null;
  }>`
    SELECT p.person_id, p.hash, a.secret_sealed, a.confirmed_at::text AS confirmed_at
    FROM trade_passwords p LEFT JOIN authenticators a USING (person_id)
    WHERE p.person_id = ANY(${personIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ person_id, hash, secret_sealed, confirmed_at }) => [
      person_id,
      {
        hash,
        authenticator:
          secret_sealed === null || confirmed_at === null
            ? null
            : { secretSealed: secret_sealed, confirmedAt: confirmed_at },
      },
    ]),
  );
}

/** A step of an authenticator that a right code was of. */
export type FoundStep = { readonly personId: PersonId; readonly confirmedAt: string; readonly step: number };

/**
 * As `claimStep` for at most one step of each person: returns whose was claimed. It is not where the authenticator is another
 * one by now.
 */
export async function claimSteps(tx: DbTx, found: readonly FoundStep[]): Promise<ReadonlySet<PersonId>> {
  if (found.length === 0) return new Set();
  const { rows } = await sql<{ person_id: PersonId }>`
    UPDATE authenticators a SET last_step = held.step FROM (
      SELECT b.person_id, asked.step
      FROM unnest(${found.map(({ personId }) => personId)}::uuid[], ${found.map(({ step }) => String(step))}::bigint[],
        ${found.map(({ confirmedAt }) => confirmedAt)}::timestamptz[]) AS asked (person_id, step, confirmed_at)
      JOIN authenticators b ON b.person_id = asked.person_id AND b.confirmed_at = asked.confirmed_at
      -- In one order, so that two sets never wait for each other in a ring.
      ORDER BY b.person_id FOR NO KEY UPDATE OF b) AS held
    WHERE a.person_id = held.person_id AND a.last_step < held.step
    RETURNING a.person_id`.execute(tx);
  return new Set(rows.map((row) => row.person_id));
}

export async function insertAuthenticator(
  tx: DbTx,
  row: { readonly personId: PersonId; readonly secretSealed: Buffer; readonly lastStep: number; readonly now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('authenticators')
    .values({
      person_id: row.personId,
      secret_sealed: row.secretSealed,
      last_step: String(row.lastStep),
      confirmed_at: row.now,
    })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertBinding(
  tx: DbTx,
  binding: {
    readonly id: string;
    readonly personId: PersonId;
    readonly secretSealed: Buffer;
    /** Whether the person proved that it may take the place of a bound one. */
    readonly replaces: boolean;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('authenticator_bindings')
    .values({
      id: binding.id,
      person_id: binding.personId,
      secret_sealed: binding.secretSealed,
      replaces: binding.replaces,
      created_at: binding.now,
      expires_at: binding.expiresAt,
    })
    .execute();
}

/** Takes one try of an open set-up; undefined when it is over, used, out of tries or somebody else's. */
export async function takeBindingTry(
  db: DbReader,
  {
    id,
    personId,
    now,
    triesMax,
  }: { readonly id: string; readonly personId: PersonId; readonly now: Date; readonly triesMax: number },
): Promise<{ readonly secretSealed: Buffer; readonly replaces: boolean; readonly tries: number } | undefined> {
  const { rows } = await sql<{ secret_sealed: Buffer; replaces: boolean; tries: number }>`
    UPDATE authenticator_bindings SET tries = tries + 1
    WHERE id = ${id} AND person_id = ${personId} AND consumed_at IS NULL AND expires_at > ${now} AND tries < ${triesMax}
    RETURNING secret_sealed, replaces, tries`.execute(db);
  const [row] = rows;
  return row && { secretSealed: row.secret_sealed, replaces: row.replaces, tries: row.tries };
}

/** Whether this set-up was finished. */
export async function isBindingConsumed(
  db: DbReader,
  { id, personId }: { readonly id: string; readonly personId: PersonId },
): Promise<boolean> {
  const row = await db
    .selectFrom('authenticator_bindings')
    .select('consumed_at')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined && row.consumed_at !== null;
}

export async function consumeBinding(tx: DbTx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('authenticator_bindings')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes off the authenticator with its recovery codes; false when there is none. */
export async function deleteAuthenticator(tx: DbTx, personId: PersonId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  const result = await tx.deleteFrom('authenticators').where('person_id', '=', personId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: DbReader, personId: PersonId): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

/** The one of these hashes that is an unspent recovery code of the person. */
export async function findOpenRecoveryCode(
  db: DbReader,
  personId: PersonId,
  hashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('person_id', '=', personId)
    .where('code_hash', '=', sql<Buffer>`ANY(${[...hashes]}::bytea[])`)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.code_hash;
}

/** Spends a recovery code, once: false for whoever comes second. */
export async function spendRecoveryCode(tx: DbTx, personId: PersonId, hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteRecoveryCodes(tx: DbTx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
}

export async function insertRecoveryCodes(
  tx: DbTx,
  personId: PersonId,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ person_id: personId, code_hash: hash, created_at: now })))
    .execute();
}
