import type { TronAddress } from '@tern/tron/address';
import type { ChainId } from './chain-id.ts';
import type { SiteMethod } from './grant-methods.ts';
import type { PublicKey, SymKey, Topic } from './keys.ts';
import type { SiteRequest } from './read-request.ts';
import type { Site } from './site.ts';

/** What the protocol calls a session: one site, one address, one network. Plain data, so that it can be stored. */
export type Connection = {
  readonly topic: Topic;
  readonly symKey: SymKey;
  readonly site: Site;
  readonly peerPublicKey: PublicKey;
  readonly chain: ChainId;
  readonly address: TronAddress;
  readonly methods: readonly SiteMethod[];
  /** `settling` until the site has shown that it knows of the connection. */
  readonly phase: 'settling' | 'active' | 'over';
  readonly endedBy?: 'site' | 'person' | 'expiry';
  readonly settleId: number;
  /** Seconds since 1970. While it settles this is soon: the relay does not keep the settlement for longer. */
  readonly expiresAt: number;
  /** When it ends once the site knows of it, as the site is told. */
  readonly activeUntil: number;
  /** Requests that the person has not answered. */
  readonly waiting: readonly SiteRequest[];
  /** Ids of requests, each for as long as a request can be open. */
  readonly remembered: readonly { readonly id: number; readonly until: number }[];
  readonly minute: { readonly startedAt: number; readonly messages: number };
};

/** What it says about itself to every site. */
export type WalletMetadata = {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: readonly string[];
};
