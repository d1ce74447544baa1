import { pendingTimestampMs } from '../chain/core.ts';
import { fromBase58, isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { formatAccount, formatNet, formatResources } from '../json/format-account.ts';
import { formatVoter } from '../json/format-committee.ts';
import { findAccount } from '../state/accounts.ts';
import { viewAssets } from '../state/assets.ts';
import { getPermissions, isWitness } from '../state/permissions.ts';
import { getStake } from '../state/stakes.ts';
import { addressParam, textParam, viewState } from './handler.ts';
import type { Handler } from './handler.ts';

export const getAccount: Handler = (request) => {
  const addressHex = toHex(addressParam(request, 'address'));
  const state = viewState(request);
  const account = findAccount(state, addressHex);
  if (account === undefined) return {};
  const view = {
    account,
    stake: getStake(state, addressHex),
    permissions: getPermissions(state, addressHex),
    isWitness: isWitness(state, addressHex),
    assets: viewAssets(state, addressHex),
  };
  return { ...formatAccount(addressHex, view, request.visible), ...formatVoter(state, addressHex, request.visible) };
};

export const getAccountResource: Handler = (request) => {
  const state = viewState(request);
  const addressHex = toHex(addressParam(request, 'address'));
  const account = findAccount(state, addressHex);
  return account === undefined ? {} : formatResources(state, addressHex, account, pendingTimestampMs(request.core));
};

export const getAccountNet: Handler = (request) => {
  const state = viewState(request);
  const addressHex = toHex(addressParam(request, 'address'));
  const account = findAccount(state, addressHex);
  return account === undefined ? {} : formatNet(state, addressHex, account, pendingTimestampMs(request.core));
};

export const validateAddress: Handler = (request) => {
  const text = textParam(request, 'address');
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return { result: true, message: 'Hex string format' };
  const address = fromBase58(text);
  if (address === undefined || !isAddress(address)) return { result: false, message: 'Invalid address' };
  return { result: true, message: 'Base58check format' };
};
