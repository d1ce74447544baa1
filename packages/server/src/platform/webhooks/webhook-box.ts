import { deriveKey, secretBox, type SecretBox } from '../secret-box.ts';

/** Seals the secrets of webhooks: the console seals and the worker opens. `webhookKey` is the installation's secret `webhook-key`. */
export function webhookBox(webhookKey: Uint8Array): SecretBox {
  return secretBox(deriveKey(webhookKey, 'webhook secrets'));
}
