import { invalidContract } from '../chain/refusal.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { Actuator } from './actuator.ts';
import { requireAccount } from './require-account.ts';

/** Stakes of the first kind, which networks no longer take. */
export const freezeBalance: Actuator = (value) => {
  const { owner_address } = decodeMessage('FreezeBalanceContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      requireAccount(state, owner_address);
      throw invalidContract('freeze v2 is open, old freeze is closed');
    },
  };
};
