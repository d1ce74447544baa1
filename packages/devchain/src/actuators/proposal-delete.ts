import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { putProposal } from '../state/proposals.ts';
import type { Actuator } from './actuator.ts';
import { refuseOver, requireProposal } from './open-proposal.ts';
import { requireAccount } from './require-account.ts';

/** Withdraws one's own proposal before it is decided. */
export const proposalDelete: Actuator = (value) => {
  const { owner_address, proposal_id } = decodeMessage('ProposalDeleteContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const ownerHex = toHex(owner_address);
      requireAccount(state, owner_address);
      const proposal = requireProposal(state, proposal_id);
      if (proposal.proposerHex !== ownerHex) {
        throw invalidContract(`Proposal[${proposal_id}] is not proposed by ${ownerHex}`);
      }
      refuseOver(proposal, block.timestampMs);

      putProposal(state, { ...proposal, state: 'CANCELED' });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
