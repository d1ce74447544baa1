import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import { unitsOf } from '../fees/staked.ts';
import { increaseUsage, takeOverUsage } from '../fees/usage.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { UnDelegateResourceContract } from '../proto/types.ts';
import { delegationAt, findDelegation, putDelegation } from '../state/delegations.ts';
import { changeStake, getStake, workingStakeSun } from '../state/stakes.ts';
import type { Resource, Usage } from '../state/stakes.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, resourceOf } from './staking.ts';

/** Takes delegated stake back, and with it its share of what the receiver used. */
export const unDelegateResource: Actuator = (value) => {
  const message = decodeMessage('UnDelegateResourceContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const nowMs = block.timestampMs;
      const resource = check(state, message, nowMs);
      const [ownerHex, receiverHex] = [toHex(message.owner_address), toHex(message.receiver_address)];
      const { balance } = message;
      const moved = takeFromReceiver(state, { receiverHex, resource, balance, nowMs });
      const delegation = delegationAt(state, ownerHex, receiverHex, nowMs);
      const left = { ...delegation[resource], freeSun: delegation[resource].freeSun - balance };
      putDelegation(state, ownerHex, receiverHex, { ...delegation, [resource]: left });
      changeStake(state, ownerHex, resource, (stake) => ({
        frozenSun: stake.frozenSun + balance,
        delegatedSun: stake.delegatedSun - balance,
        usage: takeOverUsage(increaseUsage(stake.usage, 0n, nowMs), moved.usage, moved.units),
      }));
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};

function check(state: Workspace, message: UnDelegateResourceContract, nowMs: number): Resource {
  const { owner_address, receiver_address, balance } = message;
  ownerAccount(state, owner_address, 'does not exist');
  if (!isAddress(receiver_address)) throw invalidContract('Invalid receiverAddress');
  if (equalBytes(owner_address, receiver_address)) {
    throw invalidContract('receiverAddress must not be the same as ownerAddress');
  }
  const [ownerHex, receiverHex] = [toHex(owner_address), toHex(receiver_address)];
  if (findDelegation(state, ownerHex, receiverHex) === undefined) {
    throw invalidContract('delegated Resource does not exist');
  }
  if (balance <= 0n) throw invalidContract('unDelegateBalance must be more than 0 TRX');
  const resource = resourceOf(message.resource, 'takeBack');
  const { freeSun } = delegationAt(state, ownerHex, receiverHex, nowMs)[resource];
  if (freeSun < balance) {
    const name = resource === 'ENERGY' ? 'delegateFrozenBalance(Energy)' : 'delegatedFrozenBalance(BANDWIDTH)';
    throw invalidContract(`insufficient ${name}, request=${balance}, unlock_balance=${freeSun}`);
  }
  return resource;
}

type Taken = {
  readonly receiverHex: string;
  readonly resource: Resource;
  readonly balance: bigint;
  readonly nowMs: number;
};

/** Use goes back in proportion to the stake, but no more than the stake could ever have given. */
function takeFromReceiver(state: Workspace, { receiverHex, resource, balance, nowMs }: Taken) {
  const stake = getStake(state, receiverHex)[resource];
  const usage: Usage = increaseUsage(stake.usage, 0n, nowMs);
  const share = (usage.used * balance) / workingStakeSun(stake);
  const most = unitsOf(state, resource, balance);
  const units = share < most ? share : most;
  changeStake(state, receiverHex, resource, ({ acquiredSun }) => ({
    acquiredSun: acquiredSun - balance,
    usage: { ...usage, used: usage.used - units },
  }));
  return { usage, units };
}
