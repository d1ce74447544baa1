import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { putContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { ownContract } from './own-contract.ts';
import { ownerAccount } from './staking.ts';

/** Takes a contract's ABI off the chain. */
export const clearAbi: Actuator = (value) => {
  const message = decodeMessage('ClearABIContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      ownerAccount(state, message.owner_address);
      const contract = ownContract(state, message, 'Contract not exists');
      putContract(state, toHex(message.contract_address), { ...contract, abi: null });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
