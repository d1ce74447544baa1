import { z } from 'zod';
import { serviceKeyIdField } from './fields.ts';

/** What a key may do: read, or suggest what two operators then have to sign. */
export const serviceScope = z.enum(['transactions:read', 'books:read', 'people:read', 'changes:suggest']);
export type ServiceScope = z.infer<typeof serviceScope>;

/** The widest range of addresses that a key may be used from: an IPv4 network of /8, an IPv6 network of /32. */
const shortestPrefix = { v4: 8, v6: 32 } as const;

/** Whether nothing stands behind the prefix, as the network itself is written. */
function isNetwork(range: string): boolean {
  const [address = '', prefix = ''] = range.split('/');
  const isV6 = address.includes(':');
  const length = Number(prefix);
  if (length < (isV6 ? shortestPrefix.v6 : shortestPrefix.v4)) return false;
  const bits = isV6 ? bitsOfV6(address) : bitsOfV4(address);
  return !bits.slice(length).includes('1');
}

function bitsOfV4(address: string): string {
  return address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
}

function bitsOfV6(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = (text: string): readonly string[] => text.split(':').filter((group) => group !== '');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...back]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** A range of addresses in CIDR notation, as `203.0.113.0/24` or `2001:db8::/48`; of one address `/32` or `/128`. */
export const addressRange = z
  .union([z.cidrv4(), z.cidrv6()])
  // An IPv4 address inside an IPv6 one would never be met: callers are known by their plain address.
  .refine((range) => !(range.includes(':') && range.includes('.')))
  .refine(isNetwork);

const isDistinct = (list: readonly string[]): boolean => new Set(list).size === list.length;

const keyFields = {
  name: z.string().trim().min(3).max(60),
  scopes: z.array(serviceScope).min(1).max(serviceScope.options.length).refine(isDistinct),
  addresses: z.array(addressRange).min(1).max(20).refine(isDistinct),
};

/** Days that a key can be used for from the moment two operators have opened it. */
export const keyDays = [30, 90, 180, 365] as const;

/** Which other systems may read and propose what, and from where: administrators alone decide about it. */
export const keyContents = [
  z.strictObject({ kind: z.literal('key-open'), ...keyFields, days: z.literal(keyDays) }),
  // Its secret and its end stay; for others another key is opened.
  z.strictObject({ kind: z.literal('key-change'), keyId: serviceKeyIdField, ...keyFields }),
  // For good, and at once; by its name too, as that is what is signed and stands in the log.
  z.strictObject({ kind: z.literal('key-revoke'), keyId: serviceKeyIdField, name: keyFields.name }),
] as const;
