import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { RequestOrigin } from '../../platform/limits/public.ts';

export type LoginMethod = 'authenticator' | 'code';

/** A sign-in whose password was right and whose second step is open. */
export type OpenLogin = {
  readonly id: string;
  readonly personId: PersonId;
  readonly method: LoginMethod;
  readonly challengeId: string | null;
  /** Of the credentials its password was right for. */
  readonly credentialsVersion: number;
};

export function newLoginId(): string {
  return randomUUID();
}

export async function insertLogin(
  tx: DbReader,
  login: OpenLogin & RequestOrigin & { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('logins')
    .values({
      id: login.id,
      person_id: login.personId,
      method: login.method,
      challenge_id: login.challengeId,
      credentials_version: login.credentialsVersion,
      ip: login.ip,
      user_agent: login.userAgent,
      created_at: login.createdAt,
      expires_at: login.expiresAt,
    })
    .execute();
}

/** Those that could still be finished: of people whose credentials are the ones the password was right for. */
function openLogins(db: DbReader, now: Date) {
  return db
    .selectFrom('logins')
    .innerJoin('people', 'people.id', 'logins.person_id')
    .select(['logins.id', 'person_id', 'method', 'challenge_id', 'logins.credentials_version'])
    .where('people.state', '=', 'active')
    .whereRef('people.credentials_version', '=', 'logins.credentials_version')
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now);
}

type LoginRow = {
  readonly id: string;
  readonly person_id: PersonId;
  readonly method: string;
  readonly challenge_id: string | null;
  readonly credentials_version: number;
};

function toLogin(row: LoginRow): OpenLogin {
  return {
    id: row.id,
    personId: row.person_id,
    method: row.method as LoginMethod,
    challengeId: row.challenge_id,
    credentialsVersion: row.credentials_version,
  };
}

export async function findOpenLogin(db: DbReader, id: string, now: Date): Promise<OpenLogin | undefined> {
  const row = await openLogins(db, now).where('logins.id', '=', id).executeTakeFirst();
  return row && toLogin(row);
}

/** The sign-in by code that the same browser began a moment ago. */
export async function findOpenLoginOf(
  db: DbReader,
  { personId, ip, userAgent, now }: RequestOrigin & { readonly personId: PersonId; readonly now: Date },
): Promise<OpenLogin | undefined> {
  const row = await openLogins(db, now)
    .where('person_id', '=', personId)
    .where('method', '=', 'code')
    .where('ip', '=', ip)
    .where('user_agent', '=', userAgent)
    .orderBy('logins.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toLogin(row);
}

export async function replaceChallenge(tx: DbTx, id: string, challengeId: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('logins')
    .set({ challenge_id: challengeId, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

/** Closes the sign-in, once: false for whoever comes second or too late. */
export async function finishOpenLogin(tx: DbTx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('logins')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
