import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';

/** Encrypts small values at rest. What is sealed for one `context` opens for no other. */
export type SecretBox = {
  readonly seal: (plain: string, context: string) => Buffer;
  /** Throws when the bytes were changed or belong to another context. */
  readonly open: (sealed: Uint8Array, context: string) => string;
};

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under `key` (32 bytes): version, nonce, tag, ciphertext. */
export function secretBox(key: Uint8Array): SecretBox {
  assert(key.length === 32, 'a secret box takes a 32-byte key');
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, context) => {
      assert(sealed[0] === version, 'a sealed value of an unknown version');
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(tag);
      const text = sealed.subarray(1 + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** A 32-byte key for one `purpose`, so that one stored secret never serves two. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));
}
