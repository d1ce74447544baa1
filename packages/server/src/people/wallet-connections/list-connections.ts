import type { PersonId } from '@tern/base/ids';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { selectConnections } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { renderConnection } from './views.ts';

/** The person's connections that are not over, the newest first. */
export async function listConnections(
  { db, clock, box }: ConnectionDeps,
  personId: PersonId,
): Promise<ConnectionView[]> {
  const now = clock.now();
  const rows = await selectConnections(db.kysely, box, personId);
  return rows.filter(({ expiresAt }) => expiresAt > now).map(renderConnection);
}
