import { newId, type ConnectionRequestId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { Connection } from '@tern/wallet-connection/connection';
import { openPayload } from '@tern/wallet-connection/open-payload';
import { receiveOnPairing, type Pairing } from '@tern/wallet-connection/pairing';
import type { Payload } from '@tern/wallet-connection/payload';
import { receiveOnConnection } from '@tern/wallet-connection/receive-on-connection';
import type { RefusalReason } from '@tern/wallet-connection/refusal';
import type { Delivery } from '@tern/wallet-connection/relay-frames';
import { notifyPeople } from '../../platform/live/public.ts';
import { tellAccountEvent } from '../accounts/public.ts';
import { isReservedName } from '../discovery/public.ts';
import { queueRequestPush } from '../push/public.ts';
import {
  isOpened,
  lockConnectionByTopic,
  updateOver,
  updateProtocol,
  updateRefused,
  type ReadConnection,
} from './connection-store.ts';
import { secondsOf, type DeliveryDeps } from './deps.ts';
import { insertOutgoing } from './outbox-store.ts';
import { expireRequestsOf, insertRequest } from './request-store.ts';
import { mailboxOf, type OpenedConnection } from './wallet-connection.ts';

/** What became of a delivery: `taken`, or why nothing was taken of it, which changes nothing that a person sees. */
export type Taken = 'taken' | 'unknown-mailbox' | RefusalReason;

/**
 * Takes a message that the relay brought, for whichever connection listens to its mailbox: the state, the answers for the
 * site and what the person sees change in one transaction, one message after the other. A message that is delivered twice, by
 * one relay or to two workers, counts once. Throws nothing that a site or a relay can cause.
 */
export async function takeDelivery(deps: DeliveryDeps, { topic, message }: Delivery): Promise<Taken> {
  return transact(deps.db, async (tx) => {
    const row = await lockConnectionByTopic(tx, deps.box, topic);
    if (!isOpened(row)) return 'unknown-mailbox';
    const payload = openPayload(message, mailboxOf(row.protocol).symKey);
    if ('refusal' in payload) return payload.refusal;
    return 'connection' in row.protocol
      ? takeOnConnection(tx, deps, { row, connection: row.protocol.connection, payload })
      : takeOnPairing(tx, deps, { row, pairing: row.protocol.pairing, payload });
  });
}

async function takeOnPairing(
  tx: DbTx,
  deps: DeliveryDeps,
  { row, pairing, payload }: { readonly row: ReadConnection; readonly pairing: Pairing; readonly payload: Payload },
): Promise<Taken> {
  const { id, personId } = row;
  const now = deps.clock.now();
  const { chain, sites, productName } = deps;
  const isHouseName = (name: string): boolean => isReservedName(name, productName);
  const wallet = { ...sites, chain, isHouseName, nowSeconds: secondsOf(deps.clock) };
  const step = receiveOnPairing(pairing, payload, wallet);
  // Whoever sends too much costs nothing but this look: what is stored says already that it is too much.
  if (step.refusal === 'flood') return step.refusal;
  await insertOutgoing(tx, step.outgoing, pairing.symKey);
  if (step.pairing.phase !== 'over') await updateProtocol(tx, deps.box, { id, protocol: { pairing: step.pairing } });
  else if (step.refusal === undefined) await updateOver(tx, { id, endedBy: 'site', now });
  else await updateRefused(tx, { id, refusal: step.refusal, now });
  if (step.pairing.phase !== pairing.phase) await notifyPeople(tx, [{ personId, topic: 'account', ref: id }]);
  return step.refusal ?? 'taken';
}

async function takeOnConnection(
  tx: DbTx,
  deps: DeliveryDeps,
  {
    row,
    connection,
    payload,
  }: { readonly row: OpenedConnection; readonly connection: Connection; readonly payload: Payload },
): Promise<Taken> {
  const { id, personId } = row;
  const now = deps.clock.now();
  const step = receiveOnConnection(connection, payload, secondsOf(deps.clock));
  if (step.refusal === 'flood') return step.refusal;
  await insertOutgoing(tx, step.outgoing, connection.symKey);
  if (step.connection.phase === 'over') {
    const endedBy = step.connection.endedBy ?? 'site';
    await expireRequestsOf(tx, id, now);
    await updateOver(tx, { id, endedBy, now });
    await tellAccountEvent(tx, { personId, kind: 'site-disconnected', now, detail: connection.site.host });
    return step.refusal ?? 'taken';
  }
  const { request } = step;
  const requestId = newId<ConnectionRequestId>();
  if (request !== undefined && !(await insertRequest(tx, deps.box, { id: requestId, connectionId: id, request }))) {
    // An id of days ago, which the protocol has forgotten and the table has not.
    const waiting = step.connection.waiting.filter((each) => each !== request);
    await updateProtocol(tx, deps.box, { id, protocol: { connection: { ...step.connection, waiting } } });
    return 'replayed';
  }
  const usedAt = request === undefined ? {} : { usedAt: now };
  await updateProtocol(tx, deps.box, { id, protocol: { connection: step.connection }, ...usedAt });
  if (request !== undefined) await queueRequestPush(tx, { personId, requestId, now });
  if (request !== undefined || step.connection.phase !== connection.phase)
    await notifyPeople(tx, [{ personId, topic: 'account', ref: id }]);
  return step.refusal ?? 'taken';
}
