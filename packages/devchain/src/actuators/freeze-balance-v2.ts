import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import { addFrozen, sunPerTrx } from '../state/stakes.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, resourceOf } from './staking.ts';

/** Stakes TRX for bandwidth or energy. */
export const freezeBalanceV2: Actuator = (value) => {
  const message = decodeMessage('FreezeBalanceV2Contract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { owner_address, frozen_balance } = message;
      const { balance } = ownerAccount(state, owner_address);
      if (frozen_balance <= 0n) throw invalidContract('frozenBalance must be positive');
      if (frozen_balance < sunPerTrx) throw invalidContract('frozenBalance must be greater than or equal to 1 TRX');
      if (frozen_balance > balance) throw invalidContract('frozenBalance must be less than or equal to accountBalance');
      const resource = resourceOf(message.resource);

      addBalance(state, toHex(owner_address), -frozen_balance);
      addFrozen(state, toHex(owner_address), resource, frozen_balance);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
