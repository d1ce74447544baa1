import { openEnvelope } from './envelope.ts';
import type { SymKey } from './keys.ts';
import { readPayload, type Payload } from './payload.ts';
import type { Refused } from './refusal.ts';

/**
 * Opens and reads what the relay delivered. It never throws.
 *
 * @example
 * openPayload(delivery.message, connection.symKey); // → { request: { id, method: 'wc_sessionPing', params: {} } }
 */
export function openPayload(sealed: string, key: SymKey): Payload | Refused {
  const opened = openEnvelope(sealed, key);
  return 'refusal' in opened ? opened : readPayload(opened.text);
}
