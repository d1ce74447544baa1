import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { ChainId } from '@tern/wallet-connection/chain-id';
import type { SiteRules } from '@tern/wallet-connection/site';
import { deriveKey, deriveRing, secretBox, type KeyRing, type SecretBox } from '../../platform/secret-box.ts';
import type { Authorization } from '../factors/public.ts';

export type ConnectionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly box: SecretBox;
};

/** What opening a link needs. */
export type OpeningDeps = ConnectionDeps & {
  /** Whether there is a relay; without one no site would ever answer. */
  readonly isOffered: boolean;
};

/** What a person agrees by. */
export type AgreeingDeps = ConnectionDeps & {
  /** Throws what wrong factors throw; outside of any transaction. */
  readonly authorize: (input: Authorization) => Promise<void>;
};

/** What requests are shown by. */
export type RequestDeps = ConnectionDeps & {
  /** Of the tokens that can be paid. */
  readonly contracts: Readonly<Partial<Record<AssetId, TronAddress>>>;
};

/** What a delivery is judged by. */
export type DeliveryDeps = ConnectionDeps & {
  readonly chain: ChainId;
  /** What a site may not look like, besides `productName`, which belongs to the house. */
  readonly sites: Pick<SiteRules, 'allowLoopback' | 'ownHosts'>;
  readonly productName: string;
};

/** Seals connections and what sites ask for: the API and the worker both open. `sessionKeys` are the secret `session-key`. */
export function connectionBox(sessionKeys: KeyRing): SecretBox {
  return secretBox(...deriveRing(sessionKeys, 'wallet connections'));
}

/** The time as the protocol counts it. */
export function secondsOf(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1_000);
}

/** The private key by which the relay knows this installation. */
export function relaySeed([newest]: KeyRing): Uint8Array {
  return deriveKey(newest, 'relay of wallet connections');
}
