import type { WalletConnectionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { rejectProposal } from '@tern/wallet-connection/pairing';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { isOpened, lockOwnConnection, updateOver } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { insertOutgoing } from './outbox-store.ts';

/**
 * The person turns the site down, or goes away before it has said who it is. Of one that is connected or over, nothing
 * changes. Throws `CONNECTION_NOT_WAITING`.
 */
export async function rejectConnection(
  deps: ConnectionDeps,
  session: ApiSession,
  id: WalletConnectionId,
): Promise<void> {
  const { personId } = session;
  await changeAccount(deps.db, session, async (tx) => {
    const row = await lockOwnConnection(tx, deps.box, { personId, id });
    if (!isOpened(row) || 'connection' in row.protocol) throw problem('CONNECTION_NOT_WAITING');
    const { pairing, outgoing } = rejectProposal(row.protocol.pairing);
    await insertOutgoing(tx, outgoing, pairing.symKey);
    await updateOver(tx, { id, endedBy: 'person', now: deps.clock.now() });
    await notifyPeople(tx, [{ personId, topic: 'account', ref: id }]);
  });
}
