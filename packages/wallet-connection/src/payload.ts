import { z } from 'zod';
import type { Refused } from './refusal.ts';

/** A question of the other end. */
export type PeerRequest = { readonly id: number; readonly method: string; readonly params: unknown };

/** The other end's answer to a question of ours. */
export type PeerResponse = { readonly id: number; readonly accepted: boolean };

export type Payload = { readonly request: PeerRequest } | { readonly response: PeerResponse };

const id = z.int().positive();
const request = z.object({
  id,
  jsonrpc: z.literal('2.0'),
  method: z.string().max(64),
  params: z.unknown().optional(),
});
const result = z.object({ id, jsonrpc: z.literal('2.0'), result: z.unknown() });
const error = z.object({
  id,
  jsonrpc: z.literal('2.0'),
  error: z.object({ code: z.int(), message: z.string() }),
});

/**
 * Reads the text of an envelope as JSON-RPC 2.0. It never throws. What is a question and an answer at once is neither.
 *
 * @example
 * readPayload('{"id":1,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}');
 * // → { request: { id: 1, method: 'wc_sessionPing', params: {} } }
 * readPayload('{"id":1,"jsonrpc":"2.0","result":true}'); // → { response: { id: 1, accepted: true } }
 * readPayload('hello'); // → { refusal: 'not-json-rpc' }
 */
export function readPayload(text: string): Payload | Refused<'not-json-rpc'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { refusal: 'not-json-rpc' };
  }
  if (typeof json !== 'object' || json === null) return { refusal: 'not-json-rpc' };
  const parts = ['method', 'result', 'error'].filter((part) => Object.hasOwn(json, part));
  if (parts.length !== 1) return { refusal: 'not-json-rpc' };
  if (parts[0] === 'method') {
    const read = request.safeParse(json);
    if (!read.success) return { refusal: 'not-json-rpc' };
    return { request: { id: read.data.id, method: read.data.method, params: read.data.params } };
  }
  const read = (parts[0] === 'result' ? result : error).safeParse(json);
  if (!read.success) return { refusal: 'not-json-rpc' };
  return { response: { id: read.data.id, accepted: parts[0] === 'result' } };
}
