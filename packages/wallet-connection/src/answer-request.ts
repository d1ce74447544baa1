import type { Connection } from './connection.ts';
import { rejectedByPerson } from './error-body.ts';
import { answer, type Outgoing } from './outgoing.ts';
import type { Refused } from './refusal.ts';

/** What became of a request. A transaction can only be rejected. */
export type Answer = { readonly signature: string } | { readonly rejected: string };

/**
 * Answers an open request, once.
 *
 * @example
 * answerRequest(connection, request.id, { signature: '0x…' }, now); // → { connection, outgoing }
 * answerRequest(connection, transaction.id, { signature: '0x…' }, now); // → { refusal: 'unsupported-method' }
 */
export function answerRequest(
  connection: Connection,
  id: number,
  given: Answer,
  nowSeconds: number,
):
  | { readonly connection: Connection; readonly outgoing: Outgoing }
  | Refused<'connection-ended' | 'connection-expired' | 'unknown-request' | 'request-expired' | 'unsupported-method'> {
  if (connection.phase === 'over') return { refusal: 'connection-ended' };
  if (connection.expiresAt <= nowSeconds) return { refusal: 'connection-expired' };
  const request = connection.waiting.find((each) => each.id === id);
  if (request === undefined) return { refusal: 'unknown-request' };
  if (request.expiresAt <= nowSeconds) return { refusal: 'request-expired' };
  if ('signature' in given && request.asks.kind !== 'message') return { refusal: 'unsupported-method' };
  const body =
    'signature' in given ? { result: { signature: given.signature } } : { error: rejectedByPerson(given.rejected) };
  return {
    connection: { ...connection, waiting: connection.waiting.filter((each) => each !== request) },
    outgoing: answer(connection.topic, { id, method: 'wc_sessionRequest' }, body),
  };
}
