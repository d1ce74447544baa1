import { deriveKey, secretBox, type SecretBox } from '../secret-box.ts';

/** Seals the values of waiting messages: the API seals, the worker opens. `sessionKey` is the installation's secret of that name. */
export function outboxBox(sessionKey: Uint8Array): SecretBox {
  return secretBox(deriveKey(sessionKey, 'waiting messages'));
}
