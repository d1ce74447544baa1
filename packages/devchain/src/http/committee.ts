import { blockSlot } from '../chain/time.ts';
import { fromBase58, isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { formatProposal, formatWitness } from '../json/format-committee.ts';
import type { JsonObject } from '../json/format-message.ts';
import { parseHex } from '../json/parse-message.ts';
import { nextMaintenanceMs } from '../state/maintenance.ts';
import { findProposal, listProposals as allProposals } from '../state/proposals.ts';
import { getBrokerage as brokerageOf, rewardOf } from '../state/rewards.ts';
import { countVoteChanges } from '../state/votes.ts';
import { listWitnesses as allWitnesses, sortWitnesses } from '../state/witnesses.ts';
import type { NamedWitness } from '../state/witnesses.ts';
import { headBlock, requiredNumber, textParam, viewHeight, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { pageOf } from './paginate.ts';

/** With the votes of the last maintenance. */
export const listWitnesses: Handler = (request) => ({
  witnesses: allWitnesses(viewState(request)).map((witness) => printWitness(request, witness)),
});

/** With the votes as they are now, most first. */
export const getPaginatedNowWitnessList: Handler = (request) => {
  const state = viewState(request);
  const changes = countVoteChanges(state);
  const now = allWitnesses(state).map((witness) => ({
    ...witness,
    voteCount: witness.voteCount + (changes.get(witness.addressHex) ?? 0n),
  }));
  const page = pageOf(request, sortWitnesses(now));
  return page.length === 0 ? {} : { witnesses: page.map((witness) => printWitness(request, witness)) };
};

export const getNextMaintenanceTime: Handler = (request) => ({ num: nextMaintenanceMs(viewState(request)) });

/** Zero for what is no address, as nodes answer. */
export const getReward: Handler = (request) => {
  const address = anyAddress(request);
  return { reward: isAddress(address) ? rewardOf(viewState(request), toHex(address)) : 0n };
};

/** Zero where nobody is named. */
export const getBrokerage: Handler = (request) => {
  const address = anyAddress(request);
  return { brokerage: isAddress(address) ? brokerageOf(viewState(request), toHex(address)) : 0 };
};

/** Newest first. */
export const listProposals: Handler = (request) => {
  const proposals = allProposals(viewState(request)).toReversed();
  return proposals.length === 0
    ? {}
    : { proposals: proposals.map((proposal) => formatProposal(proposal, request.visible)) };
};

/** In the order of their numbers, unlike the whole list. */
export const getPaginatedProposalList: Handler = (request) => {
  const page = pageOf(request, allProposals(viewState(request)));
  return page.length === 0 ? {} : { proposals: page.map((proposal) => formatProposal(proposal, request.visible)) };
};

export const getProposalById: Handler = (request) => {
  const proposal = findProposal(viewState(request), requiredNumber(request, 'id'));
  return proposal === undefined ? {} : formatProposal(proposal, request.visible);
};

/** Whoever is elected, the chain's own witness makes every block. */
function printWitness(request: Request, witness: NamedWitness): JsonObject {
  const height = viewHeight(request);
  const latestSlot = blockSlot(headBlock(request).timestampMs);
  const isOwn = witness.addressHex === request.core.identity.witness.addressHex;
  const produced = isOwn ? { blocks: height, latestBlock: height, latestSlot } : undefined;
  return formatWitness(witness, produced, request.visible);
}

/** These two endpoints take either form of an address, whatever `visible` says. */
function anyAddress(request: Request): Uint8Array {
  const text = textParam(request, 'address');
  return fromBase58(text) ?? parseHex(text);
}
