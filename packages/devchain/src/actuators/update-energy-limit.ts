import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { putContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { ownContract } from './own-contract.ts';
import { ownerAccount } from './staking.ts';

/** Says anew how much energy of its own stake the deployer gives to one call at most. */
export const updateEnergyLimit: Actuator = (value) => {
  const message = decodeMessage('UpdateEnergyLimitContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      ownerAccount(state, message.owner_address, 'does not exist');
      if (message.origin_energy_limit <= 0n) throw invalidContract('origin energy limit must be > 0');
      const contract = ownContract(state, message, 'Contract does not exist');
      const changed = { ...contract, origin_energy_limit: message.origin_energy_limit };
      putContract(state, toHex(message.contract_address), changed);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
