import type { ConnectionRequestId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { answerRequest, type Answer } from '@tern/wallet-connection/answer-request';
import { notifyPeople } from '../../platform/live/public.ts';
import { isOpened, lockOwnConnection, updateProtocol } from './connection-store.ts';
import { secondsOf, type ConnectionDeps } from './deps.ts';
import { insertOutgoing } from './outbox-store.ts';
import { selectRequests, type OpenRequest } from './request-store.ts';

/**
 * Answers what a site asks for, once, in the caller's transaction: the site gets the answer together with whatever else the
 * transaction does. `store` changes the request's row and is false where that was done before. Throws `NOT_FOUND` and
 * `CONNECTION_NOT_WAITING`.
 */
export async function settleRequest(
  tx: DbTx,
  deps: ConnectionDeps,
  {
    personId,
    id,
    answer,
    store,
  }: {
    readonly personId: PersonId;
    readonly id: ConnectionRequestId;
    readonly answer: Answer;
    readonly store: (now: Date) => Promise<boolean>;
  },
): Promise<OpenRequest & { readonly host: string }> {
  const now = deps.clock.now();
  const [request] = await selectRequests(tx, deps.box, { personId, now, id });
  if (request === undefined) throw problem('NOT_FOUND');
  const { connectionId } = request;
  const row = await lockOwnConnection(tx, deps.box, { personId, id: connectionId });
  if (!isOpened(row) || !('connection' in row.protocol)) throw problem('CONNECTION_NOT_WAITING');
  const answered = answerRequest(row.protocol.connection, request.payloadId, answer, secondsOf(deps.clock));
  if ('refusal' in answered || !(await store(now))) throw problem('CONNECTION_NOT_WAITING');
  const { connection, outgoing } = answered;
  await updateProtocol(tx, deps.box, { id: connectionId, protocol: { connection } });
  await insertOutgoing(tx, [outgoing], connection.symKey);
  await notifyPeople(tx, [{ personId, topic: 'account', ref: connectionId }]);
  return { ...request, host: connection.site.host };
}
