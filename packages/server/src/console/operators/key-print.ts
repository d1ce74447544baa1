import { createHash } from 'node:crypto';

/** What tells a key from another at a glance: the beginning of the SHA-256 of its public key, as `3f2a 91c0 77de 04b8`. */
export function printOfKey(publicKey: Buffer): string {
  const hex = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  return hex.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
