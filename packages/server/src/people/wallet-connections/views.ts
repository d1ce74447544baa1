import type { ConnectionRequestId, WalletConnectionId, WalletId } from '@tern/base/ids';
import type { SiteMethod } from '@tern/wallet-connection/grant-methods';
import type { SiteRequest } from '@tern/wallet-connection/read-request';
import type { Site } from '@tern/wallet-connection/site';
import type { ReadConnection } from './connection-store.ts';
import type { ConnectionPhase, RequestRow } from './wallet-connection.ts';

/** A connection as its person sees it. Of one that is over, nothing is known but that. */
export type ConnectionView = {
  readonly id: WalletConnectionId;
  readonly walletId: WalletId;
  readonly phase: ConnectionPhase;
  /** Who asks or is connected, as the site says itself; null before it has said so, and afterwards. */
  readonly site: Site | null;
  /** What it may ask for. */
  readonly methods: readonly SiteMethod[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  /** Why the proposal was not shown. */
  readonly refusal: string | null;
};

/** What a site asks for, with whom it comes from. */
export type ConnectionRequestView = {
  readonly id: ConnectionRequestId;
  readonly connectionId: WalletConnectionId;
  readonly walletId: WalletId;
  readonly site: Site;
  readonly asks: SiteRequest['asks'];
  readonly createdAt: string;
  readonly expiresAt: string;
};

/** As the API shows it. */
export function renderConnection(row: ReadConnection): ConnectionView {
  const { protocol } = row;
  const known = protocol && ('connection' in protocol ? protocol.connection : protocol.pairing.proposal);
  return {
    id: row.id,
    walletId: row.walletId,
    phase: row.phase,
    site: known?.site ?? null,
    methods: known?.methods ?? [],
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    refusal: row.refusal,
  };
}

/** As the API shows it. */
export function renderRequest(
  request: RequestRow & { readonly asks: SiteRequest['asks'] },
  { walletId, site }: { readonly walletId: WalletId; readonly site: Site },
): ConnectionRequestView {
  const { id, connectionId, asks, createdAt, expiresAt } = request;
  return {
    ...{ id, connectionId, walletId, site, asks },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
