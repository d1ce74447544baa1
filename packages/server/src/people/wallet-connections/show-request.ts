import type { ConnectionRequestId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { selectConnection } from './connection-store.ts';
import type { RequestDeps } from './deps.ts';
import { selectRequest } from './request-store.ts';
import { renderRequest } from './views.ts';

/** What a site asks for, or what became of it while the site is connected. Throws `NOT_FOUND`. */
export async function showRequest(
  { db, clock, box, contracts }: RequestDeps,
  personId: PersonId,
  id: ConnectionRequestId,
): Promise<ConnectionRequestView> {
  const request = await selectRequest(db.kysely, box, { personId, id });
  if (request === undefined) throw problem('NOT_FOUND');
  const row = await selectConnection(db.kysely, box, { personId, id: request.connectionId });
  const protocol = row?.protocol;
  if (row === undefined || protocol === undefined || !('connection' in protocol)) throw problem('NOT_FOUND');
  const { site, address } = protocol.connection;
  return renderRequest(request, { walletId: row.walletId, site, address, contracts, now: clock.now() });
}
