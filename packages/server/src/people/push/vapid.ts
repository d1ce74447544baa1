import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { deriveKey, type KeyRing } from '../../platform/secret-box.ts';

/** What this installation proves itself with to push services (RFC 8292). */
export type VapidKeys = {
  /** Uncompressed point, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
};

const validSeconds = 12 * 60 * 60;

/**
 * Follows from the oldest key of the installation's `session-key`: a browser's subscription is bound to the key it was made
 * with, so pushes go on until that key is taken away.
 */
export function vapidKeys(sessionKeys: KeyRing): VapidKeys {
  const secret = deriveKey(sessionKeys.at(-1) ?? sessionKeys[0], 'web push');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: secret.toString('base64url') };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** The `Authorization` header for one push service. `contact` is where its operator can reach ours. */
export function vapidHeader(
  keys: VapidKeys,
  { origin, contact, now }: { readonly origin: string; readonly contact: string; readonly now: Date },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expires = Math.floor(now.getTime() / 1000) + validSeconds;
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp: expires, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(text), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
