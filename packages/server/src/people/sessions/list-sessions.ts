import { toWire } from '@tern/base/to-wire';
import type { ApiSession } from '../../platform/api-context.ts';
import { type IdentityDeps, describeDevice } from '../accounts/public.ts';
import { listLiveSessions } from './session-store.ts';

export type SessionView = {
  readonly id: string;
  readonly current: boolean;
  readonly device: string;
  readonly createdAt: string;
  readonly seenAt: string;
};

/** The open sessions of the signed-in person, the last used first. */
export async function listSessions(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings'>,
  session: ApiSession,
): Promise<readonly SessionView[]> {
  const rows = await listLiveSessions(deps.db.kysely, session.personId, {
    now: deps.clock.now(),
    idleMs: deps.settings.sessionIdleMs,
  });
  return toWire(
    rows.map((row) => ({
      id: row.id,
      current: row.id === session.sessionId,
      device: describeDevice(row.userAgent),
      createdAt: row.createdAt,
      seenAt: row.seenAt,
    })),
  );
}
