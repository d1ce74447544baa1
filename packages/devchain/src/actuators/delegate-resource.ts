import { invalidContract } from '../chain/refusal.ts';
import { slotMs } from '../chain/time.ts';
import { isAddress } from '../crypto/address.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import { delegationBytes } from '../fees/delegation-bytes.ts';
import { delegatableSun } from '../fees/staked.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { DelegateResourceContract } from '../proto/types.ts';
import { findAccount } from '../state/accounts.ts';
import { delegationAt, findDelegation, putDelegation } from '../state/delegations.ts';
import { getParameter } from '../state/parameters.ts';
import { changeStake, sunPerTrx } from '../state/stakes.ts';
import type { Resource } from '../state/stakes.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';
import { ownerAccount, resourceOf } from './staking.ts';

/** Blocks a lock lasts when none are named: three days. */
const lockBlocksDefault = 86_400n;

/** Lets a part of the own stake work for another account; the TRX stay where they are. */
export const delegateResource: Actuator = (value) => {
  const message = decodeMessage('DelegateResourceContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block, beforehand }) => {
      const at = { nowMs: block.timestampMs, beforehand: beforehand === true };
      const resource = check(state, message, at);
      const [ownerHex, receiverHex] = [toHex(message.owner_address), toHex(message.receiver_address)];
      const { balance } = message;
      const delegation = delegationAt(state, ownerHex, receiverHex, block.timestampMs);
      const { freeSun, lockedSun } = delegation[resource];
      const untilMs = block.timestampMs + Number(lockBlocks(message)) * slotMs;
      const changed = message.lock
        ? { freeSun, lockedSun: lockedSun + balance, untilMs }
        : { ...delegation[resource], freeSun: freeSun + balance };
      putDelegation(state, ownerHex, receiverHex, { ...delegation, [resource]: changed });
      changeStake(state, ownerHex, resource, (stake) => ({
        frozenSun: stake.frozenSun - balance,
        delegatedSun: stake.delegatedSun + balance,
      }));
      changeStake(state, receiverHex, resource, (stake) => ({ acquiredSun: stake.acquiredSun + balance }));
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};

function check(
  state: Workspace,
  message: DelegateResourceContract,
  { nowMs, beforehand }: { readonly nowMs: number; readonly beforehand: boolean },
): Resource {
  const { owner_address, receiver_address, balance } = message;
  ownerAccount(state, owner_address);
  if (balance < sunPerTrx) throw invalidContract('delegateBalance must be more than 1TRX');
  const resource = resourceOf(message.resource);
  const ownerHex = toHex(owner_address);
  const reservedUnits = beforehand && resource === 'BANDWIDTH' ? delegationBytes(state, ownerHex) : 0n;
  if (delegatableSun(state, ownerHex, resource, { nowMs, reservedUnits }) < balance) {
    const name = resource === 'ENERGY' ? 'FreezeEnergyV2' : 'FreezeBandwidthV2';
    throw invalidContract(`delegateBalance must be less than available ${name} balance`);
  }
  if (!isAddress(receiver_address)) throw invalidContract('Invalid receiverAddress');
  if (equalBytes(owner_address, receiver_address)) {
    throw invalidContract('receiverAddress must not be the same as ownerAddress');
  }
  const receiver = findAccount(state, toHex(receiver_address));
  if (receiver === undefined) throw invalidContract(`Account[${toHex(receiver_address)}] not exists`);
  if (message.lock) checkLock(state, message, { resource, nowMs });
  if (receiver.type === 'Contract') throw invalidContract('Do not allow delegate resources to contract addresses');
  return resource;
}

/** A new lock may not end before one that runs. */
function checkLock(
  state: Workspace,
  message: DelegateResourceContract,
  { resource, nowMs }: { readonly resource: Resource; readonly nowMs: number },
): void {
  const blocks = lockBlocks(message);
  const blocksMax = getParameter(state, 'getMaxDelegateLockPeriod');
  if (blocks < 0n || blocks > blocksMax) {
    throw invalidContract(`The lock period of delegate resource cannot be less than 0 and cannot exceed ${blocksMax}!`);
  }
  const running = findDelegation(state, toHex(message.owner_address), toHex(message.receiver_address))?.[resource];
  const remainingMs = (running?.untilMs ?? 0) - nowMs;
  if (Number(blocks) * slotMs < remainingMs) {
    throw invalidContract(
      `The lock period for ${resource} this time cannot be less than the remaining time[${remainingMs}ms] ` +
        `of the last lock period for ${resource}!`,
    );
  }
}

function lockBlocks({ lock_period }: DelegateResourceContract): bigint {
  return lock_period === 0n ? lockBlocksDefault : lock_period;
}
