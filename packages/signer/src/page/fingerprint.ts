import { createHash } from 'node:crypto';
import type { OperatorKey } from '../policy-document.ts';

/** Twelve characters by which people recognise a key on paper. */
export function fingerprintOf({ publicKey }: Pick<OperatorKey, 'publicKey'>): string {
  const hex = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 12);
  return (hex.match(/.{4}/g) ?? []).join(' ');
}
