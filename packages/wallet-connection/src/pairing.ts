import type { ChainId } from './chain-id.ts';
import { errorBody, rejectedByPerson } from './error-body.ts';
import type { SymKey, Topic } from './keys.ts';
import { limits } from './limits.ts';
import { answer, type Outgoing } from './outgoing.ts';
import type { PairingLink } from './parse-link.ts';
import type { Payload, PeerRequest } from './payload.ts';
import { readProposal, type Proposal } from './read-proposal.ts';
import type { RefusalReason } from './refusal.ts';
import type { SiteRules } from './site.ts';

/** The mailbox of one link, until its one proposal is answered. Plain data, so that it can be stored. */
export type Pairing = {
  readonly topic: Topic;
  readonly symKey: SymKey;
  readonly expiresAt: number;
  readonly phase: 'waiting' | 'proposed' | 'over';
  readonly proposal?: Proposal;
  readonly received: number;
};

export type PairingStep = {
  readonly pairing: Pairing;
  readonly outgoing: readonly Outgoing[];
  /** To be shown to the person. */
  readonly proposal?: Proposal;
  readonly refusal?: RefusalReason;
};

/** Begins with a link that was scanned, pasted or opened. */
export function openPairing({ topic, symKey, expiresAt }: PairingLink): Pairing {
  return { topic, symKey, expiresAt, phase: 'waiting', received: 0 };
}

/**
 * Takes the next message of a pairing. Its first proposal uses the link up, whether it can be shown or not: whoever
 * has seen the link later cannot put another site in its place.
 */
export function receiveOnPairing(
  before: Pairing,
  payload: Payload,
  wallet: SiteRules & { readonly chain: ChainId; readonly nowSeconds: number },
): PairingStep {
  const pairing = { ...before, received: before.received + 1 };
  const drop = (refusal: RefusalReason): PairingStep => ({ pairing, outgoing: [], refusal });
  // First: a flood costs nothing, also where the link's time is over and its proposal is still open.
  if (pairing.received > limits.messagesPerMinute) return drop('flood');
  if (pairing.expiresAt <= wallet.nowSeconds) return drop('link-expired');
  if ('response' in payload) return drop('unknown-response');
  const { request } = payload;
  const isTrue = answer(pairing.topic, request, { result: true });
  switch (request.method) {
    case 'wc_sessionPropose':
      return propose(pairing, request, wallet);
    case 'wc_pairingPing':
      return { pairing, outgoing: [isTrue] };
    case 'wc_pairingDelete':
      return { pairing: { ...pairing, phase: 'over' }, outgoing: [isTrue] };
    default:
      return refuse(pairing, request, 'unknown-protocol-method');
  }
}

/** The person turns the proposal down, or lets it expire. Where nothing is proposed there is nothing to say. */
export function rejectProposal(pairing: Pairing): PairingStep {
  if (pairing.phase !== 'proposed' || pairing.proposal === undefined) return { pairing, outgoing: [] };
  const request = { id: pairing.proposal.id, method: 'wc_sessionPropose' };
  return {
    pairing: { ...pairing, phase: 'over' },
    outgoing: [answer(pairing.topic, request, { error: rejectedByPerson() })],
  };
}

function propose(pairing: Pairing, request: PeerRequest, wallet: Parameters<typeof readProposal>[1]): PairingStep {
  if (pairing.proposal?.id === request.id) return { pairing, outgoing: [], refusal: 'replayed' };
  if (pairing.phase !== 'waiting') return refuse(pairing, request, 'second-proposal');
  const proposal = readProposal(request, wallet);
  if ('refusal' in proposal) return refuse({ ...pairing, phase: 'over' }, request, proposal.refusal);
  return { pairing: { ...pairing, phase: 'proposed', proposal }, outgoing: [], proposal };
}

function refuse(pairing: Pairing, request: PeerRequest, refusal: RefusalReason): PairingStep {
  const error = errorBody(refusal);
  return { pairing, outgoing: error === undefined ? [] : [answer(pairing.topic, request, { error })], refusal };
}
