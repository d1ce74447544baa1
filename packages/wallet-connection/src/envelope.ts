import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveSymKey, type PublicKey, type SymKey } from './keys.ts';
import { limits } from './limits.ts';
import type { EnvelopeRefusal, Refused } from './refusal.ts';

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Seals a text for everybody who knows the key (envelope type 0): one byte 0, nonce, ChaCha20-Poly1305, in base64.
 *
 * @param nonce Given in tests only; one nonce may never serve two texts.
 * @example
 * openEnvelope(sealEnvelope(key, '{}'), key); // → { text: '{}' }
 */
export function sealEnvelope(key: SymKey, text: string, nonce: Uint8Array = randomBytes(nonceBytes)): string {
  return Buffer.concat([Buffer.of(0), nonce, seal(key, text, nonce)]).toString('base64');
}

/** As `sealEnvelope`, and names the sender's public key in front (type 1): whoever has the other private key derives `key`. */
export function sealEnvelopeFrom(
  sender: PublicKey,
  key: SymKey,
  text: string,
  nonce: Uint8Array = randomBytes(nonceBytes),
): string {
  return Buffer.concat([Buffer.of(1), Buffer.from(sender, 'hex'), nonce, seal(key, text, nonce)]).toString('base64');
}

/**
 * Opens an envelope of type 0. It never throws. The protocol also has type 2, which is not sealed at all; it is refused
 * as `unknown-envelope`, and so is type 1, which has no place in a connection.
 *
 * @example
 * openEnvelope('AHF3ZWNm…', key); // → { text: '{"id":1,"jsonrpc":"2.0",…}' }
 * openEnvelope('AHF3ZWNm…', otherKey); // → { refusal: 'not-authentic' }
 */
export function openEnvelope(sealed: string, key: SymKey): { readonly text: string } | Refused<EnvelopeRefusal> {
  const read = readBytes(sealed);
  if ('refusal' in read) return read;
  if (read.bytes[0] !== 0) return { refusal: 'unknown-envelope' };
  return open(key, read.bytes.subarray(1));
}

/** Opens an envelope of type 1, whose key follows from the sender's public key and our private one. It never throws. */
export function openEnvelopeFrom(
  sealed: string,
  privateKey: string,
): { readonly text: string; readonly sender: PublicKey } | Refused<EnvelopeRefusal> {
  const read = readBytes(sealed);
  if ('refusal' in read) return read;
  if (read.bytes[0] !== 1) return { refusal: 'unknown-envelope' };
  if (read.bytes.length < 1 + keyBytes) return { refusal: 'envelope-too-short' };
  const sender = read.bytes.subarray(1, 1 + keyBytes).toString('hex') as PublicKey;
  const key = deriveSymKey(privateKey, sender);
  if (key === undefined) return { refusal: 'bad-public-key' };
  const opened = open(key, read.bytes.subarray(1 + keyBytes));
  return 'refusal' in opened ? opened : { ...opened, sender };
}

function readBytes(sealed: string): { readonly bytes: Buffer } | Refused<EnvelopeRefusal> {
  if (sealed.length > limits.envelopeChars) return { refusal: 'envelope-too-large' };
  const bytes = Buffer.from(sealed, 'base64');
  // Node reads over characters that do not belong; whoever changes the text may not get the same bytes.
  if (sealed === '' || bytes.toString('base64') !== sealed) return { refusal: 'not-base64' };
  return { bytes };
}

function seal(key: SymKey, text: string, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', Buffer.from(key, 'hex'), nonce, { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function open(key: SymKey, rest: Buffer): { readonly text: string } | Refused<EnvelopeRefusal> {
  if (rest.length < nonceBytes + tagBytes) return { refusal: 'envelope-too-short' };
  const decipher = createDecipheriv('chacha20-poly1305', Buffer.from(key, 'hex'), rest.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(rest.subarray(-tagBytes));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(rest.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return { refusal: 'not-authentic' };
  }
  const text = plain.toString('utf8');
  return Buffer.from(text, 'utf8').equals(plain) ? { text } : { refusal: 'not-text' };
}
