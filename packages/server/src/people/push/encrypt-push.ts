import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

export type BrowserKeys = {
  /** The browser's public key, an uncompressed P-256 point. */
  readonly p256dh: Uint8Array;
  /** 16 bytes that the browser and we alone know. */
  readonly auth: Uint8Array;
};

const recordBytes = 4096;
// One record holds all: header 86, its end 1, tag 16.
const textMaxBytes = recordBytes - 103;

/**
 * Encrypts for one browser alone (RFC 8291, `aes128gcm`): the push service in between sees when and how much, not what.
 * Throws where the key is no point of the curve. `own` is given in tests only.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  own: { readonly key: ECDH; readonly salt: Uint8Array } = freshKey(),
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > textMaxBytes) throw new RangeError('a push is at most 3993 bytes');
  const publicKey = own.key.getPublicKey();
  const shared = own.key.computeSecret(p256dh);
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(shared, auth, both, 32);
  const key = derive(secret, own.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, own.salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 ends the last record.
  const sealed = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([own.salt, size, Buffer.of(publicKey.length), publicKey, sealed]);
}

function freshKey(): { readonly key: ECDH; readonly salt: Uint8Array } {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return { key, salt: randomBytes(16) };
}

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
