import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { encodeBase58 } from '@tern/tron/base58';

/**
 * Signs the token by which a relay knows a client: a JWT whose issuer is the client's own Ed25519 key (`did:key`).
 *
 * @param options `seed` are the 32 bytes of the private key, `subject` is random for each token, times are in seconds.
 * @example
 * signRelayToken({ seed, audience: 'wss://relay.example', subject, issuedAt: now, lifetime: 86_400 }); // → 'eyJhbGci…'
 */
export function signRelayToken({
  seed,
  audience,
  subject,
  issuedAt,
  lifetime,
}: {
  readonly seed: Uint8Array;
  readonly audience: string;
  readonly subject: string;
  readonly issuedAt: number;
  readonly lifetime: number;
}): string {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const iss = `did:key:z${encodeBase58(Buffer.concat([ed25519Code, publicKey]))}`;
  const signed = [
    { alg: 'EdDSA', typ: 'JWT' },
    { iss, sub: subject, aud: audience, iat: issuedAt, exp: issuedAt + lifetime },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

// What RFC 8410 puts in front of the 32 bytes of an Ed25519 key, and what did:key puts in front of a public one.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const ed25519Code = Buffer.from('ed01', 'hex');
