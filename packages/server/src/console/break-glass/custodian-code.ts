import { createHash, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

// Without the letters and digits that look alike.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const groups = 8;
const groupLength = 4;

/** A custodian's code: about 157 random bits in eight groups, to be written on paper. */
export function newCustodianCode(): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)] ?? '').join(''),
  ).join('-');
}

/** What argon2id makes of a code, however it is typed: 32 bytes, after a third of a second. Only its hash is ever kept. */
export function keyOfCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), {
    salt,
    memoryCost: 65_536,
    timeCost: 4,
    parallelism: 1,
    outputLen: 32,
  });
}

export function hashKey(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest();
}
