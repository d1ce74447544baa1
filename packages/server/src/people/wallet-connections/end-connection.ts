import type { WalletConnectionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { tellAccountEvent } from '../accounts/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { isOpened, lockOwnConnection, updateOver } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { expireRequestsOf } from './request-store.ts';
import { tellSite } from './tell-site.ts';
import { hostOf, wasConnected } from './wallet-connection.ts';

/** The person ends a connection; the site is told. Throws `NOT_FOUND` where it is over or another person's. */
export async function endConnection(
  deps: ConnectionDeps,
  {
    session,
    id,
    origin,
  }: { readonly session: ApiSession; readonly id: WalletConnectionId; readonly origin: RequestOrigin },
): Promise<void> {
  const { personId } = session;
  await changeAccount(deps.db, session, async (tx) => {
    const now = deps.clock.now();
    const row = await lockOwnConnection(tx, deps.box, { personId, id });
    if (row === undefined) throw problem('NOT_FOUND');
    if (isOpened(row)) await tellSite(tx, deps, row.protocol);
    await expireRequestsOf(tx, id, now);
    await updateOver(tx, { id, endedBy: 'person', now });
    if (isOpened(row) && wasConnected(row.protocol))
      await tellAccountEvent(tx, { personId, kind: 'site-disconnected', now, origin, ...hostOf(row.protocol) });
  });
}
