import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import { settleReward } from '../state/rewards.ts';
import { addFrozen, getStake, putStake } from '../state/stakes.ts';
import { shrinkVotes } from '../state/votes.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, resourceOf, takeExpired } from './staking.ts';

/** How many amounts of one account may wait at a time. */
export const unfreezingMax = 32;

const dayMs = 24 * 60 * 60 * 1000;

/** Ends a stake; the TRX can be withdrawn after the days of `getUnfreezeDelayDays`. */
export const unfreezeBalanceV2: Actuator = (value) => {
  const message = decodeMessage('UnfreezeBalanceV2Contract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const { owner_address, unfreeze_balance } = message;
      ownerAccount(state, owner_address, 'does not exist');
      const ownerHex = toHex(owner_address);
      const resource = resourceOf(message.resource, 'takeBack');
      const { frozenSun } = getStake(state, ownerHex)[resource];
      if (frozenSun === 0n) {
        throw invalidContract(`no frozenBalance(${resource === 'ENERGY' ? 'Energy' : 'BANDWIDTH'})`);
      }
      if (unfreeze_balance <= 0n || unfreeze_balance > frozenSun) {
        throw invalidContract(`Invalid unfreeze_balance, [${unfreeze_balance}] is error`);
      }
      const waiting = getStake(state, ownerHex).unfreezing.filter(({ expireMs }) => expireMs > block.timestampMs);
      if (waiting.length >= unfreezingMax) {
        throw invalidContract('Invalid unfreeze operation, unfreezing times is over limit');
      }

      settleReward(state, ownerHex);
      const withdrawnSun = takeExpired(state, ownerHex, block.timestampMs);
      addBalance(state, ownerHex, withdrawnSun);
      addFrozen(state, ownerHex, resource, -unfreeze_balance);
      shrinkVotes(state, ownerHex);
      const stake = getStake(state, ownerHex);
      const expireMs = block.timestampMs + Number(getParameter(state, 'getUnfreezeDelayDays')) * dayMs;
      putStake(state, ownerHex, {
        ...stake,
        unfreezing: [...stake.unfreezing, { resource, amountSun: unfreeze_balance, expireMs }],
      });
      return { feeSun: 0n, contractResult: 'SUCCESS', withdrawnSun };
    },
  };
};
