import type { DbTx } from '@tern/db/database';
import { endConnection } from '@tern/wallet-connection/end-connection';
import { rejectProposal } from '@tern/wallet-connection/pairing';
import { newPayloadId } from '@tern/wallet-connection/payload-id';
import type { ConnectionDeps } from './deps.ts';
import { insertOutgoing } from './outbox-store.ts';
import { mailboxOf, type Protocol } from './wallet-connection.ts';

/** Has the site told that the connection, or what it proposed, is over. Where it has proposed nothing there is nothing to say. */
export async function tellSite(tx: DbTx, { clock }: Pick<ConnectionDeps, 'clock'>, protocol: Protocol): Promise<void> {
  const { outgoing } =
    'connection' in protocol
      ? endConnection(protocol.connection, newPayloadId(clock.nowMs()))
      : rejectProposal(protocol.pairing);
  await insertOutgoing(tx, outgoing, mailboxOf(protocol).symKey);
}
