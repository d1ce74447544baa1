import type { PersonId } from '@tern/base/ids';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { selectConnections } from './connection-store.ts';
import type { RequestDeps } from './deps.ts';
import { selectRequests } from './request-store.ts';
import { renderRequest } from './views.ts';

/** Everything that connected sites ask this person for now, the oldest first. */
export async function listRequests(
  { db, clock, box, contracts }: RequestDeps,
  personId: PersonId,
): Promise<ConnectionRequestView[]> {
  const now = clock.now();
  const requests = await selectRequests(db.kysely, box, { personId, now });
  if (requests.length === 0) return [];
  const connections = new Map((await selectConnections(db.kysely, box, personId)).map((row) => [row.id, row]));
  return requests.flatMap((request) => {
    const row = connections.get(request.connectionId);
    const protocol = row?.protocol;
    if (row === undefined || protocol === undefined || !('connection' in protocol)) return [];
    const { site, address } = protocol.connection;
    return [renderRequest(request, { walletId: row.walletId, site, address, contracts, now })];
  });
}
