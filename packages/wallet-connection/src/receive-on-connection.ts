import type { Connection } from './connection.ts';
import { endConnection } from './end-connection.ts';
import { errorBody } from './error-body.ts';
import { limits } from './limits.ts';
import { answer, type Outgoing } from './outgoing.ts';
import { newPayloadId } from './payload-id.ts';
import type { Payload, PeerRequest, PeerResponse } from './payload.ts';
import { readRequest, type SiteRequest } from './read-request.ts';
import type { RefusalReason } from './refusal.ts';

export type ConnectionStep = {
  readonly connection: Connection;
  readonly outgoing: readonly Outgoing[];
  /** To be shown to the person. */
  readonly request?: SiteRequest;
  readonly refusal?: RefusalReason;
};

/**
 * Takes the next message of a connection. Whatever comes is counted, answered where the protocol wants an answer, and
 * changes nothing else unless it is a new request, the end, or the site's word that it is connected.
 *
 * @example
 * receiveOnConnection(connection, { request: { id, method: 'wc_sessionPing', params: {} } }, now).outgoing.length; // → 1
 */
export function receiveOnConnection(before: Connection, payload: Payload, nowSeconds: number): ConnectionStep {
  const drop = (connection: Connection, refusal: RefusalReason): ConnectionStep => ({
    connection,
    outgoing: [],
    refusal,
  });
  if (before.phase === 'over') return drop(before, 'connection-ended');
  if (before.expiresAt <= nowSeconds) {
    // A site that settles late was told that it is connected for a week; after the week it knows by itself.
    const isLate = before.phase === 'settling';
    const outgoing = isLate ? endConnection(before, newPayloadId(nowSeconds * 1_000)).outgoing : [];
    return { connection: end(before, 'expiry'), outgoing, refusal: 'connection-expired' };
  }
  const connection = forgetExpired(count(before, nowSeconds), nowSeconds);
  if (connection.minute.messages > limits.messagesPerMinute) return drop(connection, 'flood');
  return 'request' in payload
    ? receiveRequest(connection, payload.request, nowSeconds)
    : receiveResponse(connection, payload.response);
}

function receiveRequest(connection: Connection, request: PeerRequest, nowSeconds: number): ConnectionStep {
  const isTrue = answer(connection.topic, request, { result: true });
  switch (request.method) {
    case 'wc_sessionRequest':
      return takeRequest(connection, request, nowSeconds);
    case 'wc_sessionPing':
      return { connection, outgoing: [isTrue] };
    case 'wc_sessionDelete':
      return { connection: end(connection, 'site'), outgoing: [isTrue] };
    case 'wc_sessionUpdate':
    case 'wc_sessionExtend':
    case 'wc_sessionEvent':
    case 'wc_sessionSettle':
      return refuse(connection, request, 'only-the-wallet-may');
    default:
      return refuse(connection, request, 'unknown-protocol-method');
  }
}

function receiveResponse(connection: Connection, { id, accepted }: PeerResponse): ConnectionStep {
  if (connection.phase !== 'settling' || id !== connection.settleId) {
    return { connection, outgoing: [], refusal: 'unknown-response' };
  }
  return { connection: accepted ? activate(connection) : end(connection, 'site'), outgoing: [] };
}

function takeRequest(connection: Connection, request: PeerRequest, nowSeconds: number): ConnectionStep {
  if (connection.remembered.some(({ id }) => id === request.id))
    return { connection, outgoing: [], refusal: 'replayed' };
  const read = readRequest(request, connection, nowSeconds);
  if ('refusal' in read) return refuse(connection, request, read.refusal);
  if (connection.remembered.length >= limits.remembered) return { connection, outgoing: [], refusal: 'flood' };
  const known: Connection = {
    // Only a site that has the settlement can ask, and its word may come after its first request.
    ...activate(connection),
    // For a day at least: requests that are open for a second are as many as any others.
    remembered: [...connection.remembered, { id: read.id, until: nowSeconds + limits.rememberedSeconds }],
  };
  if (known.waiting.length >= limits.waiting) return refuse(known, request, 'too-many-waiting');
  return { connection: { ...known, waiting: [...known.waiting, read] }, outgoing: [], request: read };
}

function refuse(connection: Connection, request: PeerRequest, refusal: RefusalReason): ConnectionStep {
  const error = errorBody(refusal);
  return { connection, outgoing: error === undefined ? [] : [answer(connection.topic, request, { error })], refusal };
}

function activate(connection: Connection): Connection {
  return { ...connection, phase: 'active', expiresAt: connection.activeUntil };
}

function end(connection: Connection, endedBy: 'site' | 'expiry'): Connection {
  return { ...connection, phase: 'over', endedBy, waiting: [] };
}

function count(connection: Connection, nowSeconds: number): Connection {
  const { startedAt, messages } = connection.minute;
  // A clock that was set back begins a new minute.
  const isSame = nowSeconds >= startedAt && nowSeconds - startedAt < 60;
  return {
    ...connection,
    minute: isSame ? { startedAt, messages: messages + 1 } : { startedAt: nowSeconds, messages: 1 },
  };
}

function forgetExpired(connection: Connection, nowSeconds: number): Connection {
  return {
    ...connection,
    waiting: connection.waiting.filter(({ expiresAt }) => expiresAt > nowSeconds),
    remembered: connection.remembered.filter(({ until }) => until > nowSeconds),
  };
}
