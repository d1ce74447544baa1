import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { hasContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { checkTokenOfCall } from './check-token-of-call.ts';
import { runContract } from './run-contract.ts';

export const triggerSmartContract: Actuator = (value) => {
  const message = decodeMessage('TriggerSmartContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async (context) => {
      const contractHex = toHex(message.contract_address);
      if (!hasContract(context.state, contractHex)) throw invalidContract('No contract or not a smart contract');
      if (message.call_value < 0n) throw invalidContract('callValue must be >= 0');
      checkTokenOfCall(message);
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
