import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { maintenanceAfter } from '../state/maintenance.ts';
import { refusalOfProposal } from '../state/proposal-rules.ts';
import { addProposal } from '../state/proposals.ts';
import type { Actuator } from './actuator.ts';
import { requireWitness } from './require-witness.ts';

/** How long witnesses may approve at least. */
const lifeMs = 3 * 24 * 60 * 60 * 1000;

/** Proposes other chain parameters. They are decided at the first maintenance three days later. */
export const proposalCreate: Actuator = (value) => {
  const message = decodeMessage('ProposalCreateContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      requireWitness(state, message.owner_address);
      if (message.parameters.length === 0) throw invalidContract('This proposal has no parameter.');
      const parameters = message.parameters.map(({ key, value: proposed }) => ({
        key: key ?? 0n,
        value: proposed ?? 0n,
      }));
      for (const { key, value: proposed } of parameters) {
        const refusal = refusalOfProposal(state, key, proposed);
        if (refusal !== undefined) throw invalidContract(refusal);
      }

      addProposal(state, {
        proposerHex: toHex(message.owner_address),
        parameters,
        createTimeMs: block.timestampMs,
        expireMs: maintenanceAfter(state, block.timestampMs + lifeMs),
        approvals: [],
        state: 'PENDING',
      });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
