import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret, as it is shown once: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * What says that a body comes from this installation, and when it was sent, as Standard Webhooks 1.0 has it: HMAC-SHA-256 over
 * id, time (whole seconds) and body, one signature for each secret. Pure.
 */
export function signWebhook(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
