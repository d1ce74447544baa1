import { randomBytes } from 'node:crypto';
import type { IdentitySettings } from '../accounts/public.ts';

/** Ed25519, ECDSA on P-256 and RSA with SHA-256, by their COSE numbers: what platforms make. */
export const passkeyAlgorithms = [-8, -7, -257];
export const passkeysMax = 10;

const nameMax = 40;

/** Whom a passkey is made for: the address people reach us at. A page elsewhere gets no answer from it. */
export function relyingParty({ publicUrl, productName }: Pick<IdentitySettings, 'publicUrl' | 'productName'>): {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: productName, origin };
}

export function newChallenge(): Buffer {
  return randomBytes(32);
}

/** The name a person gave a passkey, without what cannot be shown; `fallback` where nothing is left. */
export function cleanPasskeyName(typed: string, fallback: string): string {
  const name = typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...(name === '' ? fallback : name)].slice(0, nameMax).join('').trim();
}
