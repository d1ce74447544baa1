import type { ConnectionRequestId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { selectConnection } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { selectRequests } from './request-store.ts';
import { renderRequest, type ConnectionRequestView } from './views.ts';

/** What a site asks for. Throws `NOT_FOUND` where it is another person's, and where nobody can answer it any more. */
export async function showRequest(
  { db, clock, box }: ConnectionDeps,
  personId: PersonId,
  id: ConnectionRequestId,
): Promise<ConnectionRequestView> {
  const [request] = await selectRequests(db.kysely, box, { personId, now: clock.now(), id });
  if (request === undefined) throw problem('NOT_FOUND');
  const row = await selectConnection(db.kysely, box, { personId, id: request.connectionId });
  const protocol = row?.protocol;
  if (row === undefined || protocol === undefined || !('connection' in protocol)) throw problem('NOT_FOUND');
  return renderRequest(request, { walletId: row.walletId, site: protocol.connection.site });
}
