import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, takeExpired } from './staking.ts';

/** Brings ended stakes that waited long enough back into the balance. */
export const withdrawExpireUnfreeze: Actuator = (value) => {
  const message = decodeMessage('WithdrawExpireUnfreezeContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      ownerAccount(state, message.owner_address);
      const ownerHex = toHex(message.owner_address);
      const withdrawnSun = takeExpired(state, ownerHex, block.timestampMs);
      if (withdrawnSun === 0n) throw invalidContract('no unFreeze balance to withdraw ');
      addBalance(state, ownerHex, withdrawnSun);
      return { feeSun: 0n, contractResult: 'SUCCESS', withdrawnSun };
    },
  };
};
