import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { hashRawSync } from '@node-rs/argon2';
import { assert } from '@tern/base/assert';

/** What argon2id spends on one guess of the passphrase. */
export type SealCost = { readonly memoryKib: number; readonly passes: number };

/** 64 MiB and three passes: about a fifth of a second on a small server. */
export const defaultSealCost: SealCost = { memoryKib: 65_536, passes: 3 };

/** The sealed bytes are not what was sealed, or the passphrase is another. Deliberately says no more. */
export class SealFault extends Error {
  override name = 'SealFault';
}

// The package's own enum exists only for compilers that inline it.
const argon2id = 2;
const magic = Buffer.from('SEED\x01', 'latin1');
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = magic.length + 5 + saltBytes + nonceBytes;
const memoryKibMax = 1_048_576;
const memoryKibMin = 8_192;

/**
 * Encrypts a seed under a passphrase, for a file. The key comes from argon2id over the passphrase (in Unicode's form
 * NFKC), the cipher is AES-256-GCM, and the tag covers the purpose and everything that stands before the ciphertext.
 *
 * Layout of the 86 bytes: `SEED` and version (5) · memory in KiB (4) · passes (1) · salt (16) · nonce (12) · ciphertext
 * (32) · tag (16). Salt and nonce are new each time, so the same seed is never sealed into the same bytes twice.
 *
 * @throws AssertionFault unless the seed has 32 bytes, the passphrase 12 characters or more, and the cost 8,192 to
 *   1,048,576 KiB of memory and 1 to 10 passes.
 * @example
 * const seed = createSeed();
 * const lock = { passphrase: 'correct horse battery', purpose: 'signer' };
 * const sealed = sealSeed({ seed, ...lock, cost: { memoryKib: 8_192, passes: 1 } });
 * sealed.length; // → 86
 * openSeed({ sealed, ...lock }); // → seed
 * sealSeed({ seed, passphrase: 'too short', purpose: 'signer' });
 * // throws AssertionFault('a passphrase has at least 12 characters')
 */
export function sealSeed(input: {
  readonly seed: Uint8Array;
  readonly passphrase: string;
  /** Binds the seal to its place: what was sealed for one purpose does not open for another. */
  readonly purpose: string;
  readonly cost?: SealCost;
}): Uint8Array {
  const { seed, passphrase, purpose, cost = defaultSealCost } = input;
  assert(seed.length === 32, 'a seed has 32 bytes');
  assert(passphrase.length >= 12, 'a passphrase has at least 12 characters');
  assert(isAllowed(cost), 'a cost within its bounds');
  const costBytes = Buffer.alloc(5);
  costBytes.writeUInt32BE(cost.memoryKib, 0);
  costBytes.writeUInt8(cost.passes, 4);
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const header = Buffer.concat([magic, costBytes, salt, nonce]);
  const key = deriveKey(passphrase, salt, cost);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([header, Buffer.from(purpose, 'utf8')]));
  const sealed = Buffer.concat([header, cipher.update(seed), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  return sealed;
}

/**
 * Decrypts what `sealSeed` has sealed and gives the seed's 32 bytes back. It takes as long as the sealing did: the cost
 * is read from the sealed bytes.
 *
 * @throws SealFault on any changed, missing or additional byte, another passphrase and another purpose. It does not say
 *   which of them it was, apart from bytes that are no sealed seed at all.
 * @example
 * const cost = { memoryKib: 8_192, passes: 1 };
 * const sealed = sealSeed({ seed: createSeed(), passphrase: 'correct horse battery', purpose: 'signer', cost });
 * openSeed({ sealed, passphrase: 'correct horse battery', purpose: 'signer' }).length; // → 32
 * openSeed({ sealed, passphrase: 'another horse battery', purpose: 'signer' });
 * // throws SealFault('the seed does not open with this passphrase')
 * openSeed({ sealed: sealed.slice(1), passphrase: 'correct horse battery', purpose: 'signer' });
 * // throws SealFault('not a sealed seed')
 */
export function openSeed(input: {
  readonly sealed: Uint8Array;
  readonly passphrase: string;
  readonly purpose: string;
}): Uint8Array {
  const sealed = Buffer.from(input.sealed);
  if (sealed.length !== headerBytes + 32 + tagBytes || !sealed.subarray(0, magic.length).equals(magic)) {
    throw new SealFault('not a sealed seed');
  }
  const cost = { memoryKib: sealed.readUInt32BE(magic.length), passes: sealed.readUInt8(magic.length + 4) };
  // The cost is read before anything is authenticated: without bounds a changed byte could ask for all memory.
  if (!isAllowed(cost)) throw new SealFault('not a sealed seed');
  const header = sealed.subarray(0, headerBytes);
  const nonce = header.subarray(headerBytes - nonceBytes);
  const key = deriveKey(input.passphrase, header.subarray(magic.length + 5, headerBytes - nonceBytes), cost);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([header, Buffer.from(input.purpose, 'utf8')]));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    const body = decipher.update(sealed.subarray(headerBytes, sealed.length - tagBytes));
    decipher.final();
    return Uint8Array.from(body);
  } catch {
    throw new SealFault('the seed does not open with this passphrase');
  } finally {
    key.fill(0);
  }
}

function isAllowed({ memoryKib, passes }: SealCost): boolean {
  return memoryKib >= memoryKibMin && memoryKib <= memoryKibMax && passes >= 1 && passes <= 10;
}

function deriveKey(passphrase: string, salt: Uint8Array, { memoryKib, passes }: SealCost): Buffer {
  return hashRawSync(passphrase.normalize('NFKC'), {
    algorithm: argon2id,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: 1,
    outputLen: 32,
    salt,
  });
}
