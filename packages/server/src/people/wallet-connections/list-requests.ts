import type { PersonId } from '@tern/base/ids';
import { selectConnections } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { selectRequests } from './request-store.ts';
import { renderRequest, type ConnectionRequestView } from './views.ts';

/** Everything that connected sites ask this person for now, the oldest first. */
export async function listRequests(
  { db, clock, box }: ConnectionDeps,
  personId: PersonId,
): Promise<ConnectionRequestView[]> {
  const requests = await selectRequests(db.kysely, box, { personId, now: clock.now() });
  if (requests.length === 0) return [];
  const connections = new Map((await selectConnections(db.kysely, box, personId)).map((row) => [row.id, row]));
  return requests.flatMap((request) => {
    const row = connections.get(request.connectionId);
    const protocol = row?.protocol;
    if (row === undefined || protocol === undefined || !('connection' in protocol)) return [];
    return [renderRequest(request, { walletId: row.walletId, site: protocol.connection.site })];
  });
}
