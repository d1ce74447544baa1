import type { WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { ConnectionRequestView, ConnectionView } from '@tern/contracts/routes/wallet-connections';
import type { TronAddress } from '@tern/tron/address';
import type { Site } from '@tern/wallet-connection/site';
import type { ReadConnection } from './connection-store.ts';
import type { RequestDeps } from './deps.ts';
import { readPayment } from './read-payment.ts';
import type { ReadRequest } from './request-store.ts';

/** As the API shows it. */
export function renderConnection(row: ReadConnection): ConnectionView {
  const { protocol } = row;
  const known = protocol && ('connection' in protocol ? protocol.connection : protocol.pairing.proposal);
  return toWire({
    id: row.id,
    walletId: row.walletId,
    phase: row.phase,
    site: known?.site ?? null,
    methods: [...(known?.methods ?? [])],
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    refusal: row.refusal,
  });
}

/** As the API shows it: a transaction as the payment that it asks for, or as why it is none. */
export function renderRequest(
  request: ReadRequest,
  {
    walletId,
    site,
    address,
    contracts,
    now,
  }: Pick<RequestDeps, 'contracts'> & {
    readonly walletId: WalletId;
    readonly site: Site;
    readonly address: TronAddress;
    readonly now: Date;
  },
): ConnectionRequestView {
  const { id, connectionId, asks, fault, createdAt, expiresAt } = request;
  const state = request.state === 'waiting' && expiresAt <= now ? 'expired' : request.state;
  return toWire({
    ...{ id, connectionId, walletId, site, state, fault },
    asks:
      asks?.kind === 'transaction' ? { kind: asks.kind, ...readPayment(asks.rawData, { address, contracts }) } : asks,
    createdAt,
    expiresAt,
  });
}
