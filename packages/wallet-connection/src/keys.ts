import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import type { Branded } from '@tern/base/ids';

/** 32 random bytes that both ends of a topic know, as 64 lower-case hexadecimal digits. */
export type SymKey = Branded<string, 'SymKey'>;

/** Address of a mailbox at the relay: the SHA-256 of its key. */
export type Topic = Branded<string, 'Topic'>;

/** An X25519 public key in 64 lower-case hexadecimal digits. */
export type PublicKey = Branded<string, 'ConnectionPublicKey'>;

export type KeyPair = { readonly privateKey: string; readonly publicKey: PublicKey };

/** True for the only form in which keys and topics are written. */
export function isKeyText(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** A new X25519 key pair for one connection; its private half is not needed once the connection's key is derived. */
export function generateKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const { d } = privateKey.export({ format: 'jwk' });
  const { x } = publicKey.export({ format: 'jwk' });
  return { privateKey: fromBase64Url(d), publicKey: fromBase64Url(x) as PublicKey };
}

/**
 * Gives the key of a connection: X25519 of our private and the other end's public key, then HKDF-SHA256 without salt
 * and info. The answer is `undefined` for a public key that would make the result known to everybody (a point of small
 * order).
 *
 * @example
 * deriveSymKey(ours.privateKey, theirs.publicKey) === deriveSymKey(theirs.privateKey, ours.publicKey); // → true
 */
export function deriveSymKey(privateKey: string, publicKey: PublicKey): SymKey | undefined {
  const ours = createPrivateKey({ key: Buffer.concat([privatePrefix, Buffer.from(privateKey, 'hex')]), ...pkcs8 });
  const theirs = createPublicKey({ key: Buffer.concat([publicPrefix, Buffer.from(publicKey, 'hex')]), ...spki });
  try {
    const shared = diffieHellman({ privateKey: ours, publicKey: theirs });
    return Buffer.from(hkdfSync('sha256', shared, new Uint8Array(), new Uint8Array(), 32)).toString('hex') as SymKey;
  } catch {
    return undefined;
  }
}

/**
 * Gives the topic of a key.
 *
 * @example
 * topicOf('9c87e48e…' as SymKey); // → 'a492906c…'
 */
export function topicOf(key: SymKey): Topic {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex') as Topic;
}

const pkcs8 = { format: 'der', type: 'pkcs8' } as const;
const spki = { format: 'der', type: 'spki' } as const;
// What RFC 8410 puts in front of the 32 bytes of an X25519 key.
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

function fromBase64Url(text: string | undefined): string {
  return Buffer.from(text ?? '', 'base64url').toString('hex');
}
