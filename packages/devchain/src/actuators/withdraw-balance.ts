import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import { getAllowance, putAllowance, rewardOf, settleReward } from '../state/rewards.ts';
import { findWitness } from '../state/witnesses.ts';
import type { Actuator } from './actuator.ts';
import { requireAccount } from './require-account.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Brings the rewards of votes, or of a witness, into the balance; once a day at most. */
export const withdrawBalance: Actuator = (value) => {
  const { owner_address } = decodeMessage('WithdrawBalanceContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const ownerHex = toHex(owner_address);
      requireAccount(state, owner_address);
      if ((findWitness(state, ownerHex)?.genesisVotes ?? 0n) > 0n) {
        throw invalidContract(`Account[${ownerHex}] is a guard representative and is not allowed to withdraw Balance`);
      }
      const { withdrawnMs } = getAllowance(state, ownerHex);
      if (block.timestampMs - withdrawnMs < dayMs) {
        throw invalidContract(`The last withdraw time is ${withdrawnMs}, less than 24 hours`);
      }
      if (rewardOf(state, ownerHex) <= 0n) throw invalidContract('witnessAccount does not have any reward');

      settleReward(state, ownerHex);
      const rewardSun = getAllowance(state, ownerHex).sun;
      putAllowance(state, ownerHex, { sun: 0n, withdrawnMs: block.timestampMs });
      addBalance(state, ownerHex, rewardSun);
      return { feeSun: 0n, contractResult: 'SUCCESS', rewardSun };
    },
  };
};
