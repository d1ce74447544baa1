import { deriveRing, secretBox, type KeyRing, type SecretBox } from '../secret-box.ts';

/** Seals the values of waiting messages: the API seals, the worker opens. `sessionKeys` are the installation's secret `session-key`. */
export function outboxBox(sessionKeys: KeyRing): SecretBox {
  return secretBox(...deriveRing(sessionKeys, 'waiting messages'));
}
