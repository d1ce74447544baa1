import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
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

/** The keys of one secret, newest first: the first is used, the others only open and recognise what was made with them. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** AES-256-GCM under `key` (32 bytes): version, nonce, tag, ciphertext. What was sealed under an `older` key opens too. */
export function secretBox(key: Uint8Array, ...older: readonly Uint8Array[]): SecretBox {
  // Node would make these anew of the bytes at each call, which takes three times as long as to open a value.
  const keys = [key, ...older].map((each) => {
    assert(each.length === 32, 'a secret box takes a 32-byte key');
    return createSecretKey(each);
  });
  const [newest, oldest] = [keys.at(0), keys.at(-1)];
  assert(newest !== undefined && oldest !== undefined, 'a secret box has a key');
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, context) => {
      for (const each of keys.slice(0, -1)) {
        const plain = tryOpen(each, sealed, context);
        if (plain !== undefined) return plain;
      }
      return openWith(oldest, sealed, context);
    },
  };
}

function tryOpen(key: KeyObject, sealed: Uint8Array, context: string): string | undefined {
  try {
    return openWith(key, sealed, context);
  } catch {
    return undefined;
  }
}

function openWith(key: KeyObject, sealed: Uint8Array, context: string): string {
  assert(sealed[0] === version, 'a sealed value of an unknown version');
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  const text = sealed.subarray(1 + nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** As `deriveKey`, of every key of a ring. */
export function deriveRing([newest, ...older]: KeyRing, purpose: string): KeyRing {
  return [deriveKey(newest, purpose), ...older.map((each) => deriveKey(each, purpose))];
}

/** A 32-byte key for one `purpose`, so that one stored secret never serves two. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));
}
