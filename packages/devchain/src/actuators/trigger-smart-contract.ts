import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { hasContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { runContract } from './run-contract.ts';

export const triggerSmartContract: Actuator = (value) => {
  const message = decodeMessage('TriggerSmartContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async (context) => {
      const contractHex = toHex(message.contract_address);
      if (!hasContract(context.state, contractHex)) throw invalidContract('No contract or not a valid smart contract');
      if (message.call_token_value !== 0n || message.token_id !== 0n) {
        throw invalidContract('invalid arguments with tokenValue = 0, tokenId = 0');
      }
      return runContract(context, {
        ownerHex: toHex(message.owner_address),
        contractHex,
        creates: false,
        data: message.data,
        valueSun: message.call_value,
      });
    },
  };
};
