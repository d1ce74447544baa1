import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { newId, type PersonId, type SessionId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import type { ApiSession } from '../../../platform/api-context.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * For tests: a session of somebody on a device of its own, as a sign-in leaves it; of somebody new unless said otherwise. `db`
 * may write everything.
 */
export async function openTestSession(
  { kysely }: Pick<Database, 'kysely'>,
  personId = newId<PersonId>(),
): Promise<ApiSession> {
  const session: ApiSession = { personId, sessionId: newId<SessionId>(), deviceId: randomUUID() };
  const inviteCode = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${personId}, ${String(randomInt(10_000_000, 100_000_000))}, ${inviteCode}, now(), now())
    ON CONFLICT (id) DO NOTHING`.execute(kysely);
  await sql`
    INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
    VALUES (${session.deviceId}, ${personId}, ${randomBytes(32)}, 'test', true, now(), now() + interval '90 days')`.execute(
    kysely,
  );
  await sql`
    INSERT INTO sessions (id, id_hash, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until)
    VALUES (${session.sessionId}, ${randomBytes(32)}, ${personId}, ${session.deviceId}, '{password}', '10.0.0.1', 'test',
      now(), now(), now() + interval '30 days')`.execute(kysely);
  return session;
}

/** For tests: ends every open session of somebody, as the link that stops a change does. */
export async function endTestSessions({ kysely }: Pick<Database, 'kysely'>, personId: PersonId): Promise<void> {
  await sql`
    UPDATE sessions SET ended_at = now(), end_reason = 'ended-elsewhere'
     WHERE person_id = ${personId} AND ended_at IS NULL`.execute(kysely);
}
