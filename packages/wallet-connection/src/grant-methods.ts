import { z } from 'zod';
import type { ChainId } from './chain-id.ts';
import type { Refused } from './refusal.ts';

/** What a connected site may ask for at all. A transaction is never signed; asking for one may lead to a transfer. */
export const siteMethods = ['tron_signMessage', 'tron_signTransaction'] as const;
export type SiteMethod = (typeof siteMethods)[number];

const names = z.array(z.string().max(64)).max(32);
const namespace = z.object({ chains: names.optional(), methods: names, events: names });

/** What a site asks for, by namespace (`tron`) or by network (`tron:0x2b6653dc`). */
export const namespacesSchema = z.record(z.string().max(64), namespace).refine((all) => Object.keys(all).length <= 16);
export type Namespaces = z.infer<typeof namespacesSchema>;

type Reason = 'foreign-namespace' | 'foreign-chain' | 'unsupported-method' | 'unsupported-event';

/**
 * Decides which methods a site gets: those that it asks for, as far as the wallet has them, on this one network. It
 * gets none at all where it requires anything else, and where it does not ask for this network.
 *
 * @example
 * const tron = { chains: ['tron:0x2b6653dc'], methods: ['tron_signMessage'], events: [] };
 * grantMethods({ required: { tron }, optional: {} }, chain); // → { methods: ['tron_signMessage'] }
 * grantMethods({ required: {}, optional: { eip155: … } }, chain); // → { refusal: 'foreign-namespace' }
 */
export function grantMethods(
  { required, optional }: { readonly required: Namespaces; readonly optional: Namespaces },
  chain: ChainId,
): { readonly methods: readonly SiteMethod[] } | Refused<Reason> {
  for (const [key, asked] of Object.entries(required)) {
    const reason = findReason(key, asked, chain);
    if (reason !== undefined) return { refusal: reason };
  }
  const all = [...Object.entries(required), ...Object.entries(optional)];
  const here = all.filter(([key, { chains }]) => chainsOf(key, chains).includes(chain));
  if (here.length === 0) {
    return { refusal: all.some(([key]) => isTron(key)) ? 'foreign-chain' : 'foreign-namespace' };
  }
  const asked = new Set(here.flatMap(([, { methods }]) => methods));
  const methods = siteMethods.filter((method) => asked.has(method));
  return methods.length === 0 ? { refusal: 'unsupported-method' } : { methods };
}

function findReason(key: string, asked: Namespaces[string], chain: ChainId): Reason | undefined {
  if (!isTron(key)) return 'foreign-namespace';
  const chains = chainsOf(key, asked.chains);
  if (chains.length === 0 || chains.some((each) => each !== chain)) return 'foreign-chain';
  if (asked.methods.some((method) => !siteMethods.some((each) => each === method))) return 'unsupported-method';
  return asked.events.length > 0 ? 'unsupported-event' : undefined;
}

function chainsOf(key: string, chains: readonly string[] = []): readonly string[] {
  return key.includes(':') ? [key] : chains;
}

function isTron(key: string): boolean {
  return key === 'tron' || key.startsWith('tron:');
}
