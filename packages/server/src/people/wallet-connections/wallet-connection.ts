import type { ConnectionRequestId, PersonId, WalletConnectionId, WalletId } from '@tern/base/ids';
import type { MessageRefusal } from '@tern/contracts/routes/wallet-connections';
import type { Connection } from '@tern/wallet-connection/connection';
import type { Pairing } from '@tern/wallet-connection/pairing';

/** Connections of one person that are not over. */
export const connectionsMax = 5;

/** `pairing`: the site has not said who it is. `proposed`: the person decides. `settling`: the site has not said that it knows. */
export type ConnectionPhase = 'pairing' | 'proposed' | 'settling' | 'active' | 'over';

/** `refused`: the proposal could not be shown to the person. The last three are about their whole account. */
export type ConnectionEnd = 'site' | 'person' | 'expiry' | 'refused' | 'signed-out' | 'frozen' | 'closed';

/** The protocol's own value: the link until the person agrees, then the connection. */
export type Protocol = { readonly pairing: Pairing } | { readonly connection: Connection };

/** A connection as stored, with its facts that anybody may know who reads the database. */
export type ConnectionRow = {
  readonly id: WalletConnectionId;
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly phase: ConnectionPhase;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly endedBy: ConnectionEnd | null;
  readonly endedAt: Date | null;
  readonly refusal: string | null;
};

/** One that is opened. */
export type OpenedConnection = ConnectionRow & { readonly protocol: Protocol };

/**
 * `agreed`: the person has given both factors, and the worker asks the signer. `answered`: it was signed, and the site
 * gets the signature unless the connection or the request was over by then.
 * `refused`: the signer said no.
 */
export type RequestState = 'waiting' | 'agreed' | 'answered' | 'rejected' | 'refused' | 'expired';

/** Something a connected site asks for, as stored. */
export type RequestRow = {
  readonly id: ConnectionRequestId;
  readonly connectionId: WalletConnectionId;
  readonly payloadId: number;
  readonly kind: 'message' | 'transaction';
  readonly state: RequestState;
  /** Why the signer said no. */
  readonly fault: MessageRefusal | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** What becomes of a row by the protocol's own value. */
export function phaseOf(protocol: Protocol): ConnectionPhase {
  if ('connection' in protocol) return protocol.connection.phase;
  return protocol.pairing.phase === 'waiting' ? 'pairing' : protocol.pairing.phase;
}

/** Seconds since 1970 until which the protocol's own value is good: of a proposal, until it has to be answered. */
export function expiryOf(protocol: Protocol): number {
  if ('connection' in protocol) return protocol.connection.expiresAt;
  return protocol.pairing.proposal?.expiresAt ?? protocol.pairing.expiresAt;
}

/** The mailbox that is listened to, and the key of what is in it. */
export function mailboxOf(protocol: Protocol): Pick<Connection, 'topic' | 'symKey'> {
  return 'connection' in protocol ? protocol.connection : protocol.pairing;
}

/** Whether the site was connected at all: only then its end is news. */
export function wasConnected(protocol: Protocol): boolean {
  return 'connection' in protocol;
}

/** The site's host, as evidence in the account's history; nothing where none is known. */
export function hostOf(protocol: Protocol): { readonly detail?: string } {
  const site = 'connection' in protocol ? protocol.connection.site : protocol.pairing.proposal?.site;
  return site === undefined ? {} : { detail: site.host };
}
