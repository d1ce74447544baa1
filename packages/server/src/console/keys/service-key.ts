import { randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { ServiceScope } from '@tern/contracts/service-key';
import { hashToken, newToken } from '../../platform/tokens.ts';

export type ServiceKey = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  /** Ranges in CIDR notation from which alone it may be used. */
  readonly addresses: readonly string[];
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

/** What a key is at a moment. Pure. */
export function stateOf({ expiresAt, revokedAt }: ServiceKey, now: Date): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() > now.getTime() ? 'active' : 'expired';
}

/**
 * Whether a call from this address is within one of the key's ranges. Only ranges of its own family count: a list of the
 * runtime compares an IPv4 address with IPv6 ranges too, and `::/32` would be all of IPv4. Pure.
 */
export function mayComeFrom({ addresses }: Pick<ServiceKey, 'addresses'>, ip: string): boolean {
  const family = familyOf(ip);
  const list = new BlockList();
  for (const range of addresses) {
    const [network = '', prefix = ''] = range.split('/');
    if (familyOf(network) === family) list.addSubnet(network, Number(prefix), family);
  }
  return list.check(ip, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

const tokenPattern = /^svc_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

/** A new secret of a key: the token that is shown once, with the key's id in it, and what the database keeps of it. */
export function newKeyToken(id: string): { readonly token: string; readonly secretHash: Buffer } {
  const secret = newToken();
  return { token: `svc_${id.replaceAll('-', '')}_${secret}`, secretHash: hashToken(secret) };
}

/** Which key a token names, and what it says is its secret; undefined where it can be none. Pure. */
export function readKeyToken(token: string): { readonly id: string; readonly secret: string } | undefined {
  const [, digits = '', secret = ''] = tokenPattern.exec(token) ?? [];
  if (digits === '') return undefined;
  return { id: digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret };
}

/** Stands for a key that there is not: a guess is compared all the same. */
const hashOfNobody = randomBytes(32);

/** Whether this is the secret; takes as long where there is no such key. */
export function isSecretOf(secretHash: Buffer | undefined, secret: string): boolean {
  return timingSafeEqual(hashToken(secret), secretHash ?? hashOfNobody);
}
