import { assert } from '@tern/base/assert';
import type { WalletConnectionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { approveProposal } from '@tern/wallet-connection/approve-proposal';
import type { ChainId } from '@tern/wallet-connection/chain-id';
import type { WalletMetadata } from '@tern/wallet-connection/connection';
import { generateKeyPair } from '@tern/wallet-connection/keys';
import { newPayloadId } from '@tern/wallet-connection/payload-id';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { requireActing, tellAccountEvent } from '../accounts/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { getOwnWallet } from '../wallets/public.ts';
import { lockOwnConnection, selectConnection, updateSettling, type ReadConnection } from './connection-store.ts';
import { secondsOf, type AgreeingDeps } from './deps.ts';
import { insertOutgoing } from './outbox-store.ts';

export type ApproveConnectionDeps = AgreeingDeps & {
  readonly chain: ChainId;
  /** What the wallet says about itself to sites. */
  readonly metadata: WalletMetadata;
};

/**
 * The person connects the site that proposed: with the trade password, because the site sees their address from then on and
 * may ask them for signatures. Throws `NOT_FOUND`, `CONNECTION_NOT_WAITING`, `ACCOUNT_FROZEN`, `UNAVAILABLE` and what a wrong
 * trade password throws.
 */
export async function approveConnection(
  deps: ApproveConnectionDeps,
  {
    session,
    id,
    tradePassword,
    origin,
  }: {
    readonly session: ApiSession;
    readonly id: WalletConnectionId;
    readonly tradePassword: string;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = session;
  const shown = await selectConnection(deps.db.kysely, deps.box, { personId, id });
  if (shown === undefined) throw problem('NOT_FOUND');
  // Looked at again behind the lock; a password is not asked for in vain.
  requireProposed(shown, deps.clock.now());
  const action = `wallet connection:${id}`;
  await deps.authorize({ personId, tradePassword, authenticatorCode: null, action });

  await changeAccount(deps.db, session, async (tx, person) => {
    requireActing(person);
    const now = deps.clock.now();
    const row = await lockOwnConnection(tx, deps.box, { personId, id });
    const pairing = requireProposed(row, now);
    const { address, trusted } = await getOwnWallet(tx, personId, shown.walletId);
    if (!trusted) throw problem('UNAVAILABLE');
    const approval = approveProposal(pairing, {
      address,
      chain: deps.chain,
      metadata: deps.metadata,
      keys: generateKeyPair(),
      settleId: newPayloadId(now.getTime()),
      nowSeconds: secondsOf(deps.clock),
    });
    if ('refusal' in approval) throw problem('CONNECTION_NOT_WAITING');
    const { connection, onPairing, onConnection } = approval;
    await updateSettling(tx, deps.box, { id, protocol: { connection } });
    await insertOutgoing(tx, [onPairing], pairing.symKey);
    await insertOutgoing(tx, [onConnection], connection.symKey);
    await tellAccountEvent(tx, { personId, kind: 'site-connected', now, origin, detail: connection.site.host });
  });
}

function requireProposed(row: ReadConnection | undefined, now: Date) {
  const protocol = row?.protocol;
  if (row?.phase !== 'proposed' || protocol === undefined || row.expiresAt <= now)
    throw problem('CONNECTION_NOT_WAITING');
  assert('pairing' in protocol, 'what is proposed has not been agreed to');
  return protocol.pairing;
}
