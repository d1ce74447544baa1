import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { putContract } from '../state/contracts.ts';
import type { Actuator } from './actuator.ts';
import { ownContract } from './own-contract.ts';
import { ownerAccount } from './staking.ts';

/** Says anew which part of the energy callers pay themselves. */
export const updateSetting: Actuator = (value) => {
  const message = decodeMessage('UpdateSettingContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      ownerAccount(state, message.owner_address, 'does not exist');
      const percent = message.consume_user_resource_percent;
      if (percent < 0n || percent > 100n) throw invalidContract('percent not in [0, 100]');
      const contract = ownContract(state, message, 'Contract does not exist');
      const changed = { ...contract, consume_user_resource_percent: percent };
      putContract(state, toHex(message.contract_address), changed);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
