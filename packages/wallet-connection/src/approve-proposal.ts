import type { TronAddress } from '@tern/tron/address';
import type { ChainId } from './chain-id.ts';
import type { Connection, WalletMetadata } from './connection.ts';
import { deriveSymKey, topicOf, type KeyPair } from './keys.ts';
import { limits } from './limits.ts';
import { answer, ask, type Outgoing } from './outgoing.ts';
import type { Pairing } from './pairing.ts';
import type { Refused } from './refusal.ts';

export type Approval = {
  readonly pairing: Pairing;
  readonly connection: Connection;
  /** To publish in this order, once the connection is stored and its topic subscribed to; sealed with the pairing's key. */
  readonly onPairing: Outgoing;
  /** Sealed with the connection's key. */
  readonly onConnection: Outgoing;
};

/**
 * The person connects the site that proposed. The key of the connection is derived from a new key pair, so that
 * whoever knows the link, such as everybody who saw the code, does not know it.
 *
 * @param wallet `settleId` is a new id of ours, `keys` a new pair.
 * @example
 * approveProposal(pairing, { address, chain, metadata, keys: generateKeyPair(), settleId, nowSeconds });
 * // → { pairing, connection, onPairing, onConnection }
 */
export function approveProposal(
  pairing: Pairing,
  wallet: {
    readonly address: TronAddress;
    readonly chain: ChainId;
    readonly metadata: WalletMetadata;
    readonly keys: KeyPair;
    readonly settleId: number;
    readonly nowSeconds: number;
  },
): Approval | Refused<'unknown-request' | 'proposal-expired' | 'bad-public-key'> {
  const { proposal } = pairing;
  const { address, chain, metadata, keys, settleId, nowSeconds } = wallet;
  if (pairing.phase !== 'proposed' || proposal === undefined) return { refusal: 'unknown-request' };
  if (proposal.expiresAt <= nowSeconds) return { refusal: 'proposal-expired' };
  const symKey = deriveSymKey(keys.privateKey, proposal.publicKey);
  if (symKey === undefined) return { refusal: 'bad-public-key' };
  const relay = { protocol: 'irn' };
  const expiry = nowSeconds + limits.connectionSeconds;
  const topic = topicOf(symKey);
  const settle = {
    relay,
    controller: { publicKey: keys.publicKey, metadata },
    namespaces: { tron: { chains: [chain], accounts: [`${chain}:${address}`], methods: proposal.methods, events: [] } },
    sessionProperties: { tron_method_version: 'v1' },
    expiry,
  };
  const request = { id: proposal.id, method: 'wc_sessionPropose' };
  const { publicKey: peerPublicKey, methods, site } = proposal;
  return {
    pairing: { ...pairing, phase: 'over' },
    connection: {
      ...{ topic, symKey, site, peerPublicKey, chain, address, methods, settleId },
      phase: 'settling',
      expiresAt: nowSeconds + limits.proposalSeconds,
      activeUntil: expiry,
      waiting: [],
      remembered: [],
      minute: { startedAt: nowSeconds, messages: 0 },
    },
    onPairing: answer(pairing.topic, request, { result: { relay, responderPublicKey: keys.publicKey } }),
    onConnection: ask(topic, settleId, 'wc_sessionSettle', settle),
  };
}
