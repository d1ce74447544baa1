import { invalidContract } from '../chain/refusal.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { Actuator } from './actuator.ts';
import { requireAccount } from './require-account.ts';

/** Ends a stake of the first kind; nobody on this chain has one. */
export const unfreezeBalance: Actuator = (value) => {
  const { owner_address, resource } = decodeMessage('UnfreezeBalanceContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      requireAccount(state, owner_address);
      throw invalidContract(`no frozenBalance(${resource === 'ENERGY' ? 'Energy' : 'BANDWIDTH'})`);
    },
  };
};
