import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The longest text that is signed, in bytes of UTF-8. */
export const messageBytesMax = 2_000;

/**
 * Gives what is signed of a text: Keccak-256 over `\x19TRON Signed Message:\n`, the length of the text in bytes, and its
 * UTF-8, as `signMessageV2` of the Tron JavaScript library does. A transaction is signed over SHA-256 of its bytes, and typed
 * data over bytes that begin with `\x19\x01`, so no text has the digest of either.
 *
 * @throws Error where the text is longer than 2,000 bytes, empty, or has half of a surrogate pair.
 * @example
 * Buffer.from(messageDigest('hello')).toString('hex'); // → 'a07d8e5b946cc0416662f5420751673680809e5f10313e20c7c5badb0ef4226d'
 * messageDigest(''); // throws Error('not a text to sign')
 */
export function messageDigest(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  if (bytes.length === 0 || bytes.length > messageBytesMax || !text.isWellFormed())
    throw new Error('not a text to sign');
  return keccak_256(concatBytes(utf8ToBytes(`\x19TRON Signed Message:\n${bytes.length}`), bytes));
}

/**
 * Whether a text may be a digest. Contracts check signatures over `\x19TRON Signed Message:\n32` and the 32 bytes of a
 * hash, some with a line break before them. That is what is signed of a text of 32 bytes too, and an order can be varied
 * until its hash reads as UTF-8. Spaces and line breaks around the text do not count.
 *
 * @example
 * mayBeDigest('0123456789abcdef0123456789abcdef'); // → true
 * mayBeDigest('\n0123456789abcdef0123456789abcdef'); // → true
 * mayBeDigest('hello'); // → false
 */
export function mayBeDigest(text: string): boolean {
  const digestBytes = 32;
  return [text, text.trim()].some((each) => utf8ToBytes(each).length === digestBytes);
}
