import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** A new secret for a cookie: 256 random bits as 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. Unkeyed and fast is enough: nobody guesses 256 bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Six digits, each value equally likely. */
export function newCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0');
}

/** What the database keeps of a code. Keyed, as a million codes are tried in no time. */
export function hashCode(key: Uint8Array, challengeId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`code:${challengeId}:${code}`).digest();
}

/** Stands for a phone or e-mail in keys and challenges without saying it. */
export function hashTarget(key: Uint8Array, target: { readonly kind: string; readonly value: string }): Buffer {
  return createHmac('sha256', key).update(`target:${target.kind}:${target.value}`).digest();
}

const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen characters in four groups: 80 random bits. */
export function newRecoveryCode(): string {
  const characters = [...randomBytes(16)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]);
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-');
}

/** A recovery code as typed, in its one form; undefined when it cannot be one. */
export function normalizeRecoveryCode(typed: string): string | undefined {
  const letters = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return /^[A-HJ-NP-Z2-9]{16}$/.test(letters) ? (letters.match(/.{4}/g) ?? []).join('-') : undefined;
}

export function hashRecoveryCode(key: Uint8Array, personId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`recovery:${personId}:${code}`).digest();
}
