import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import { addFrozen, getStake, putStake } from '../state/stakes.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, takeExpired } from './staking.ts';

/** Stakes again whatever still waits, and withdraws what waited long enough. */
export const cancelAllUnfreezeV2: Actuator = (value) => {
  const message = decodeMessage('CancelAllUnfreezeV2Contract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      ownerAccount(state, message.owner_address);
      const ownerHex = toHex(message.owner_address);
      if (getStake(state, ownerHex).unfreezing.length === 0) throw invalidContract('No unfreezeV2 list to cancel');

      const withdrawnSun = takeExpired(state, ownerHex, block.timestampMs);
      addBalance(state, ownerHex, withdrawnSun);
      const cancelledSun = { BANDWIDTH: 0n, ENERGY: 0n };
      for (const { resource, amountSun } of getStake(state, ownerHex).unfreezing) {
        addFrozen(state, ownerHex, resource, amountSun);
        cancelledSun[resource] += amountSun;
      }
      putStake(state, ownerHex, { ...getStake(state, ownerHex), unfreezing: [] });
      return { feeSun: 0n, contractResult: 'SUCCESS', withdrawnSun, cancelledSun };
    },
  };
};
