import { unfreezingMax } from '../actuators/unfreeze-balance-v2.ts';
import { pendingTimestampMs } from '../chain/core.ts';
import { fromHex, toHex } from '../crypto/bytes.ts';
import { delegationBytes } from '../fees/delegation-bytes.ts';
import { delegatableSun } from '../fees/staked.ts';
import { formatAddress } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { dropEmpty } from '../json/format-receipt.ts';
import { delegatedBy, delegatesTo, findDelegation } from '../state/delegations.ts';
import type { DelegationCell } from '../state/delegations.ts';
import { getStake } from '../state/stakes.ts';
import { addressParam, headBlock, numberParam, viewState } from './handler.ts';
import type { Handler } from './handler.ts';

/** What may be taken back and what is locked are two entries, as nodes keep them apart. */
export const getDelegatedResourceV2: Handler = (request) => {
  const [from, to] = [addressParam(request, 'fromAddress'), addressParam(request, 'toAddress')];
  const found = findDelegation(viewState(request), toHex(from), toHex(to));
  if (found === undefined) return {};
  const parties = { from: formatAddress(from, request.visible), to: formatAddress(to, request.visible) };
  const entries = [free(found), locked(found)].filter((entry) => Object.keys(entry).length > 0);
  return { delegatedResource: entries.map((entry) => ({ ...parties, ...entry })) };
};

export const getDelegatedResourceAccountIndexV2: Handler = (request) => {
  const address = addressParam(request, 'value');
  const state = viewState(request);
  const print = (hexes: readonly string[]): string[] =>
    hexes.map((hex) => formatAddress(fromHex(hex), request.visible));
  return dropEmpty({
    account: formatAddress(address, request.visible),
    fromAccounts: print(delegatedBy(state, toHex(address))),
    toAccounts: print(delegatesTo(state, toHex(address))),
  });
};

/** There is no Stake 1.0 here, so nobody ever delegated anything with it. */
export const getDelegatedResource: Handler = (request) => {
  addressParam(request, 'fromAddress');
  addressParam(request, 'toAddress');
  return {};
};

/** As above. A node names the account all the same. */
export const getDelegatedResourceAccountIndex: Handler = (request) => ({
  account: formatAddress(addressParam(request, 'value'), request.visible),
});

export const getCanDelegatedMaxSize: Handler = (request) => {
  const isEnergy = [1, '1', 'ENERGY'].some((type) => type === request.params['type']);
  const addressHex = toHex(addressParam(request, 'owner_address'));
  const state = viewState(request);
  const sun = delegatableSun(state, addressHex, isEnergy ? 'ENERGY' : 'BANDWIDTH', {
    nowMs: pendingTimestampMs(request.core),
    reservedUnits: isEnergy ? 0n : delegationBytes(state, addressHex),
  });
  return dropEmpty({ max_size: sun });
};

export const getAvailableUnfreezeCount: Handler = (request) => {
  const { unfreezing } = getStake(viewState(request), toHex(addressParam(request, 'owner_address')));
  const nowMs = headBlock(request).timestampMs;
  return dropEmpty({ count: unfreezingMax - unfreezing.filter(({ expireMs }) => expireMs > nowMs).length });
};

export const getCanWithdrawUnfreezeAmount: Handler = (request) => {
  const { unfreezing } = getStake(viewState(request), toHex(addressParam(request, 'owner_address')));
  const atMs = numberParam(request, 'timestamp') || headBlock(request).timestampMs;
  const expired = unfreezing.filter(({ expireMs }) => expireMs <= atMs);
  return dropEmpty({ amount: expired.reduce((sum, { amountSun }) => sum + amountSun, 0n) });
};

function free({ BANDWIDTH, ENERGY }: DelegationCell): JsonObject {
  return dropEmpty({
    frozen_balance_for_bandwidth: BANDWIDTH.freeSun,
    frozen_balance_for_energy: ENERGY.freeSun,
  });
}

function locked({ BANDWIDTH, ENERGY }: DelegationCell): JsonObject {
  return dropEmpty({
    frozen_balance_for_bandwidth: BANDWIDTH.lockedSun,
    frozen_balance_for_energy: ENERGY.lockedSun,
    expire_time_for_bandwidth: BANDWIDTH.untilMs,
    expire_time_for_energy: ENERGY.untilMs,
  });
}
