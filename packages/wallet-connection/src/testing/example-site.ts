import { getAddress } from '@tern/tron/address';
import { approveProposal, type Approval } from '../approve-proposal.ts';
import { chainIdOf } from '../chain-id.ts';
import type { Connection } from '../connection.ts';
import { generateKeyPair, topicOf, type SymKey } from '../keys.ts';
import { openPairing, receiveOnPairing, type Pairing } from '../pairing.ts';
import type { Payload } from '../payload.ts';

/** A site and a person of the tests, at a fixed second. */
export const now = 1_795_000_000;
export const chain = chainIdOf('00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc');
export const address = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
export const otherAddress = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
export const wallet = { chain, nowSeconds: now };

const symKey = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303' as SymKey;

/** A new id, as the ecosystem's clients make theirs. */
export function idAt(seconds: number, digits = 0): number {
  return seconds * 1_000_000 + digits;
}

export const tron = { chains: [chain], methods: ['tron_signTransaction', 'tron_signMessage'], events: [] };

/** What the site proposes, with changes. */
export function proposal(changes: object = {}, id = idAt(now, 1)): Payload {
  const params = {
    relays: [{ protocol: 'irn' }],
    proposer: {
      publicKey: siteKeys.publicKey,
      metadata: {
        name: 'Harbour Market',
        description: 'A market',
        url: 'https://app.harbour.example',
        icons: ['https://app.harbour.example/icon.png'],
      },
    },
    requiredNamespaces: {},
    optionalNamespaces: { tron },
    expiryTimestamp: now + 300,
    pairingTopic: topicOf(symKey),
    ...changes,
  };
  return { request: { id, method: 'wc_sessionPropose', params } };
}

export const siteKeys = generateKeyPair();

export function freshPairing(): Pairing {
  return openPairing({ topic: topicOf(symKey), symKey, expiresAt: now + 300 });
}

/** The person approves what the site proposed. */
export function approve(changes: object = {}): Approval {
  const { pairing } = receiveOnPairing(freshPairing(), proposal(changes), wallet);
  const approval = approveProposal(pairing, {
    address,
    chain,
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
    keys: generateKeyPair(),
    settleId: idAt(now, 2),
    nowSeconds: now,
  });
  if ('refusal' in approval) throw new Error(approval.refusal);
  return approval;
}

/** A connection that the site knows of. */
export function connected(): Connection {
  const { connection } = approve();
  return { ...connection, phase: 'active', expiresAt: connection.activeUntil };
}

/** What the connected site asks for, with changes. */
export function siteRequest(id: number, request: object = {}, changes: object = {}): Payload {
  const params = {
    request: {
      method: 'tron_signMessage',
      params: { address, message: 'Sign in to Harbour Market' },
      expiryTimestamp: now + 300,
      ...request,
    },
    chainId: chain,
    ...changes,
  };
  return { request: { id, method: 'wc_sessionRequest', params } };
}
