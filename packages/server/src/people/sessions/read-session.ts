import { assert } from '@tern/base/assert';
import { openCoalescer } from '@tern/base/coalescer';
import type { SessionId } from '@tern/base/ids';
import type { ApiSession } from '../../platform/api-context.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { findLiveSessions, isSessionLive, touchSessions } from './session-store.ts';

type SessionDeps = Pick<IdentityDeps, 'db' | 'clock' | 'settings'>;

// One write a minute instead of one per request.
const touchAfterMs = 60_000;

/** Most requests whose sessions are read together. */
const setMax = 256;

/** Reads sessions as `readSession`; those of the requests that come at one moment share a statement. One for each process. */
export function openSessionReader(deps: SessionDeps): (token: string) => Promise<ApiSession | null> {
  const { submit } = openCoalescer<string, ApiSession | null>({
    together: (tokens) => readSessions(deps, tokens),
    alone: (token) => readSession(deps, token),
    // Reading can always be done again.
    isHarmless: () => true,
    weightOf: () => 1,
    weightMax: setMax,
  });
  return submit;
}

/** The session of a cookie's token, read anew for each request; null when there is none that counts. */
export async function readSession(deps: SessionDeps, token: string): Promise<ApiSession | null> {
  const [session] = await readSessions(deps, [token]);
  assert(session !== undefined, 'each token has an answer');
  return session;
}

async function readSessions(deps: SessionDeps, tokens: readonly string[]): Promise<readonly (ApiSession | null)[]> {
  const now = deps.clock.now();
  const db = deps.db.kysely;
  const hashes = tokens.map(hashToken);
  const sessions = await findLiveSessions(db, hashes, { now, idleMs: deps.settings.sessionIdleMs });
  const due = [...sessions.values()].filter(({ seenAt }) => now.getTime() - seenAt.getTime() >= touchAfterMs);
  if (due.length > 0)
    await touchSessions(
      db,
      due.map(({ id }) => id),
      now,
    );
  return hashes.map((hash) => {
    const session = sessions.get(hash.toString('hex'));
    if (session === undefined) return null;
    return { personId: session.personId, sessionId: session.id, deviceId: session.deviceId };
  });
}

/** Whether a session still counts, without counting as its use: for streams that stay open by themselves. */
export async function isSessionStillOpen(deps: SessionDeps, sessionId: SessionId): Promise<boolean> {
  return isSessionLive(deps.db.kysely, sessionId, { now: deps.clock.now(), idleMs: deps.settings.sessionIdleMs });
}
