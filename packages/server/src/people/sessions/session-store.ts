import type { PersonId, SessionId } from '@tern/base/ids';
import { anyOf } from '@tern/db/any-of';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { endConnections, raiseCredentialsVersion } from '../accounts/public.ts';

export type SessionEnd = 'logout' | 'ended-elsewhere' | 'replaced';

export type SessionRow = {
  readonly id: SessionId;
  readonly personId: PersonId;
  readonly deviceId: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
};

export async function insertSession(
  tx: DbTx,
  session: RequestOrigin & {
    readonly id: SessionId;
    readonly idHash: Buffer;
    readonly personId: PersonId;
    readonly deviceId: string;
    readonly proofs: readonly string[];
    readonly now: Date;
    readonly absoluteUntil: Date;
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      id_hash: session.idHash,
      person_id: session.personId,
      device_id: session.deviceId,
      proofs: [...session.proofs],
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: session.now,
      seen_at: session.now,
      absolute_until: session.absoluteUntil,
    })
    .execute();
}

export type Liveness = { readonly now: Date; readonly idleMs: number };

/** Sessions that count now: not ended, used lately, not too old, of an active person. */
function liveSessions(db: DbReader, { now, idleMs }: Liveness) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'sessions.id',
      'sessions.person_id',
      'sessions.device_id',
      'sessions.user_agent',
      'sessions.created_at',
      'sessions.seen_at',
    ])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.absolute_until', '>', now)
    .where('sessions.seen_at', '>', new Date(now.getTime() - idleMs))
    .where('people.state', '=', 'active');
}

type LiveRow = Awaited<ReturnType<ReturnType<typeof liveSessions>['executeTakeFirstOrThrow']>>;

function toSession(row: LiveRow): SessionRow {
  return {
    id: row.id,
    personId: row.person_id,
    deviceId: row.device_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  };
}

/** Those of the sessions that count now, by their hashes in hexadecimal. */
export async function findLiveSessions(
  db: DbReader,
  idHashes: readonly Buffer[],
  liveness: Liveness,
): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await liveSessions(db, liveness)
    .select('sessions.id_hash')
    .where('sessions.id_hash', '=', sql<Buffer>`ANY(${[...idHashes]}::bytea[])`)
    .execute();
  return new Map(rows.map((row) => [row.id_hash.toString('hex'), toSession(row)]));
}

export async function isSessionLive(db: DbReader, id: SessionId, liveness: Liveness): Promise<boolean> {
  return (await liveSessions(db, liveness).where('sessions.id', '=', id).executeTakeFirst()) !== undefined;
}

/** The open sessions of a person, the last used first; the hundred latest at most. */
export async function listLiveSessions(
  db: DbReader,
  personId: PersonId,
  liveness: Liveness,
): Promise<readonly SessionRow[]> {
  const rows = await liveSessions(db, liveness)
    .where('sessions.person_id', '=', personId)
    .orderBy('sessions.seen_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(toSession);
}

export type PastSession = {
  readonly id: SessionId;
  readonly userAgent: string;
  readonly ip: string;
  readonly proofs: readonly string[];
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  /** Until when the device is spared the second step. */
  readonly rememberedUntil: Date;
};

/** All sessions a person ever had, the newest first, from behind the one of the cursor. */
export async function listPastSessions(
  db: DbReader,
  {
    personId,
    cursor,
    limit,
  }: { readonly personId: PersonId; readonly cursor: string | undefined; readonly limit: number },
): Promise<readonly PastSession[]> {
  const { rows } = await sql<PastSession>`
    SELECT s.id, s.user_agent AS "userAgent", host(s.ip) AS ip, s.proofs, s.created_at AS "createdAt",
           s.seen_at AS "seenAt", s.ended_at AS "endedAt", d.remembered_until AS "rememberedUntil"
      FROM sessions s JOIN devices d ON d.id = s.device_id
     WHERE s.person_id = ${personId}
       AND (${cursor ?? null}::uuid IS NULL
            OR (s.created_at, s.id) < (SELECT created_at, id FROM sessions WHERE id = ${cursor ?? null}::uuid))
     ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function touchSessions(db: DbReader, ids: readonly SessionId[], now: Date): Promise<void> {
  // A row that somebody changes now is touched by them, or ended.
  const free = db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('seen_at', '<', now)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .skipLocked();
  await db.updateTable('sessions').set({ seen_at: now }).where('id', 'in', free).execute();
}

export async function endSession(
  db: DbReader,
  id: SessionId,
  end: { readonly reason: SessionEnd; readonly now: Date },
): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  // Other tabs of the same browser close at once.
  if (ended !== undefined) await notifyPeople(db, [{ personId: ended.person_id, topic: 'account' }]);
}

/** Those of the sessions that are open; they stay so until the transaction ends. In one order, whoever holds several. */
export async function holdOpenSessions(tx: DbTx, ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>> {
  const rows = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ends one session of a person and every other one of its device, which is forgotten; false when there is no such session open. */
export async function endSessionElsewhere(
  tx: DbTx,
  personId: PersonId,
  { sessionId, now }: { readonly sessionId: SessionId; readonly now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended-elsewhere' })
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .returning('device_id')
    .executeTakeFirst();
  if (ended === undefined) return false;
  // A remembered device would be let back in without the second step. First: a sign-in on it that comes to its end at this
  // moment is there when its sessions are ended.
  await tx.updateTable('devices').set({ remembered_until: now }).where('id', '=', ended.device_id).execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended-elsewhere' })
    .where('device_id', '=', ended.device_id)
    .where('ended_at', 'is', null)
    .execute();
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
  return true;
}

/**
 * Ends the sessions of a person, all or all but one, forgets their devices, ends their connections to sites, and lets no
 * sign-in that has begun come to its end. Returns how many sessions ended.
 */
export async function endSessions(
  tx: DbTx,
  personId: PersonId,
  {
    except,
    now,
  }: { readonly except: { readonly sessionId: SessionId; readonly deviceId: string } | null; readonly now: Date },
): Promise<number> {
  // First: a session that is being opened at this moment is there when the sessions are ended.
  await raiseCredentialsVersion(tx, personId);
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended-elsewhere' })
    .where('person_id', '=', personId)
    .where('id', 'is distinct from', except?.sessionId ?? null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  // A remembered device would be let back in without the second step.
  await tx
    .updateTable('devices')
    .set({ remembered_until: now })
    .where('person_id', '=', personId)
    .where('id', 'is distinct from', except?.deviceId ?? null)
    .where('remembered_until', '>', now)
    .execute();
  // Whoever is signed out may have connected a site.
  await endConnections(tx, { personId, why: 'signed-out', now });
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
  return Number(ended.numUpdatedRows);
}
