import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { putProposal } from '../state/proposals.ts';
import type { Actuator } from './actuator.ts';
import { refuseOver, requireProposal } from './open-proposal.ts';
import { requireWitness } from './require-witness.ts';

/** A witness approves a proposal, or takes its approval back. */
export const proposalApprove: Actuator = (value) => {
  const { owner_address, proposal_id, is_add_approval } = decodeMessage('ProposalApproveContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const ownerHex = toHex(owner_address);
      requireWitness(state, owner_address);
      const proposal = requireProposal(state, proposal_id);
      refuseOver(proposal, block.timestampMs);
      const approved = proposal.approvals.includes(ownerHex);
      if (!is_add_approval && !approved) {
        throw invalidContract(`Witness[${ownerHex}]has not approved proposal[${proposal_id}] before`);
      }
      if (is_add_approval && approved) {
        throw invalidContract(`Witness[${ownerHex}]has approved proposal[${proposal_id}] before`);
      }

      const others = proposal.approvals.filter((other) => other !== ownerHex);
      putProposal(state, { ...proposal, approvals: is_add_approval ? [...others, ownerHex] : others });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
