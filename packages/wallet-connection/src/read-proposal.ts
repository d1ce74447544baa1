import { z } from 'zod';
import type { ChainId } from './chain-id.ts';
import { grantMethods, namespacesSchema, type SiteMethod } from './grant-methods.ts';
import { isKeyText, type PublicKey } from './keys.ts';
import { limits } from './limits.ts';
import type { PeerRequest } from './payload.ts';
import type { Refused } from './refusal.ts';
import { readSite, type Site, type SiteRules } from './site.ts';

/** A site asks to be connected; a person decides. */
export type Proposal = {
  readonly id: number;
  readonly site: Site;
  readonly publicKey: PublicKey;
  readonly methods: readonly SiteMethod[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
};

const proposalSchema = z.object({
  relays: z.array(z.object({ protocol: z.string().max(64) })).max(8),
  proposer: z.object({
    publicKey: z.string().refine(isKeyText),
    metadata: z.object({ name: z.string().max(1_024), url: z.string().max(2_048) }),
  }),
  requiredNamespaces: namespacesSchema.default({}),
  optionalNamespaces: namespacesSchema.default({}),
  expiryTimestamp: z.int().positive().optional(),
});

/**
 * Reads the parameters of `wc_sessionPropose`. It never throws. Fields that are not needed, such as icons, are not
 * looked at, and never fetched.
 *
 * @example
 * readProposal(request, { chain, nowSeconds }); // → { id, site, publicKey, methods: ['tron_signMessage'], expiresAt }
 */
export function readProposal(
  { id, params }: PeerRequest,
  wallet: SiteRules & { readonly chain: ChainId; readonly nowSeconds: number },
): Proposal | Refused {
  const read = proposalSchema.safeParse(params);
  if (!read.success) return { refusal: 'malformed-proposal' };
  const { relays, proposer, requiredNamespaces, optionalNamespaces, expiryTimestamp } = read.data;
  const latest = wallet.nowSeconds + limits.proposalSeconds;
  const expiresAt = Math.min(expiryTimestamp ?? latest, latest);
  if (expiresAt <= wallet.nowSeconds) return { refusal: 'proposal-expired' };
  if (!relays.some(({ protocol }) => protocol === 'irn')) return { refusal: 'other-relay' };
  const site = readSite(proposer.metadata, wallet);
  if ('refusal' in site) return site;
  const granted = grantMethods({ required: requiredNamespaces, optional: optionalNamespaces }, wallet.chain);
  if ('refusal' in granted) return granted;
  return { id, site, publicKey: proposer.publicKey as PublicKey, methods: granted.methods, expiresAt };
}
