import { maintenanceAfter, nextMaintenanceMs, putNextMaintenance } from '../state/maintenance.ts';
import { getParameter, setParameter } from '../state/parameters.ts';
import { enactProposal } from '../state/proposal-rules.ts';
import { listProposals, putProposal } from '../state/proposals.ts';
import { closeCycle, startCycle } from '../state/rewards.ts';
import { countVoteChanges, forgetVoteChanges } from '../state/votes.ts';
import { activeWitnessesMax, listWitnesses, putWitness, sortWitnesses } from '../state/witnesses.ts';
import type { Workspace } from '../state/workspace.ts';

/**
 * What a network does every six hours, with the first block that is late enough: decides proposals whose time is over,
 * shares out rewards, counts votes and says who makes blocks. Block 1 only says when it happens next.
 */
export function maintain(state: Workspace, block: { readonly number: number; readonly timestampMs: number }): void {
  if (block.timestampMs < nextMaintenanceMs(state)) return;
  decideProposals(state, block.timestampMs);
  if (block.number !== 1) turnCycle(state, block.timestampMs);
  putNextMaintenance(state, maintenanceAfter(state, block.timestampMs));
}

/** From the newest down to the first that was decided before, as nodes do it. */
function decideProposals(state: Workspace, nowMs: number): void {
  const dueMs = nextMaintenanceMs(state);
  const active = new Set(
    listWitnesses(state)
      .filter(({ isActive }) => isActive)
      .map(({ addressHex }) => addressHex),
  );
  for (const proposal of listProposals(state).toReversed()) {
    if (proposal.state === 'APPROVED' || proposal.state === 'DISAPPROVED') return;
    if (proposal.state === 'CANCELED' || proposal.expireMs > dueMs) continue;
    const approvals = proposal.approvals.filter((addressHex) => active.has(addressHex)).length;
    const approved = approvals >= Math.trunc((active.size * 7) / 10);
    if (approved) for (const parameter of proposal.parameters) enactProposal(state, parameter, nowMs);
    putProposal(state, { ...proposal, state: approved ? 'APPROVED' : 'DISAPPROVED' });
  }
}

function turnCycle(state: Workspace, nowMs: number): void {
  removeGenesisVotes(state, nowMs);
  for (const { addressHex, voteCount } of listWitnesses(state)) closeCycle(state, addressHex, voteCount);
  const changes = countVoteChanges(state);
  forgetVoteChanges(state);
  if (changes.size > 0) {
    const counted = listWitnesses(state).map((witness) => ({
      ...witness,
      voteCount: witness.voteCount + (changes.get(witness.addressHex) ?? 0n),
    }));
    for (const [rank, { addressHex, ...witness }] of sortWitnesses(counted).entries()) {
      putWitness(state, addressHex, { ...witness, isActive: rank < activeWitnessesMax });
    }
  }
  startCycle(state);
}

/** A proposal takes the votes of the genesis block away, once. */
function removeGenesisVotes(state: Workspace, nowMs: number): void {
  if (getParameter(state, 'getRemoveThePowerOfTheGr') !== 1n) return;
  for (const { addressHex, ...witness } of listWitnesses(state)) {
    if (witness.genesisVotes === 0n) continue;
    putWitness(state, addressHex, { ...witness, voteCount: witness.voteCount - witness.genesisVotes });
  }
  setParameter(state, 'getRemoveThePowerOfTheGr', -1n, nowMs);
}
