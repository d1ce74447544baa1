import { pendingTimestampMs } from '../chain/core.ts';
import { fromBase58, isAddress } from '../crypto/address.ts';
import { fromHex, toHex, utf8Bytes } from '../crypto/bytes.ts';
import { formatAccount, formatNet, formatResources } from '../json/format-account.ts';
import { formatVoter } from '../json/format-committee.ts';
import type { JsonObject } from '../json/format-message.ts';
import { parseHex } from '../json/parse-message.ts';
import { findAccountOfId, getAccountId, getAccountName } from '../state/account-labels.ts';
import { findAccount } from '../state/accounts.ts';
import { viewAssets } from '../state/assets.ts';
import { getPermissions, isWitness } from '../state/permissions.ts';
import { getStake } from '../state/stakes.ts';
import { addressParam, textParam, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';

export const getAccount: Handler = (request) => showAccount(request, askedAddressHex(request));

/** What no address is asked for belongs to nobody. */
function askedAddressHex(request: Request): string {
  return textParam(request, 'address') === '' ? '' : toHex(addressParam(request, 'address'));
}

export const getAccountById: Handler = (request) => {
  const text = textParam(request, 'account_id');
  const id = request.visible ? utf8Bytes(text) : parseHex(text);
  const addressHex = findAccountOfId(viewState(request), id);
  return addressHex === undefined ? {} : showAccount(request, addressHex);
};

function showAccount(request: Request, addressHex: string): JsonObject {
  const state = viewState(request);
  const account = findAccount(state, addressHex);
  if (account === undefined) return {};
  const view = {
    account,
    stake: getStake(state, addressHex),
    permissions: getPermissions(state, addressHex),
    isWitness: isWitness(state, addressHex),
    assets: viewAssets(state, addressHex),
    name: getAccountName(state, addressHex),
    id: getAccountId(state, addressHex),
  };
  return { ...formatAccount(addressHex, view, request.visible), ...formatVoter(state, addressHex, request.visible) };
}

export const getAccountResource: Handler = (request) => {
  const state = viewState(request);
  const addressHex = askedAddressHex(request);
  const account = findAccount(state, addressHex);
  return account === undefined ? {} : formatResources(state, addressHex, account, pendingTimestampMs(request.core));
};

export const getAccountNet: Handler = (request) => {
  const state = viewState(request);
  const addressHex = askedAddressHex(request);
  const account = findAccount(state, addressHex);
  return account === undefined ? {} : formatNet(state, addressHex, account, pendingTimestampMs(request.core));
};

/** Of an address that could be read, only the first byte is left to check. */
export const validateAddress: Handler = (request) => {
  const text = textParam(request, 'address');
  const format = addressFormats.find(({ length }) => length === text.length);
  if (format === undefined) return { result: false, message: 'Length error' };
  const address = format.read(text);
  if (address === undefined || !isAddress(address)) return { result: false, message: 'Invalid address' };
  return { result: true, message: `${format.name} format` };
};

/** A node tells them apart by their length alone. */
const addressFormats: readonly {
  readonly name: string;
  readonly length: number;
  readonly read: (text: string) => Uint8Array | undefined;
}[] = [
  { name: 'Hex string', length: 42, read: (text) => (/^[0-9a-fA-F]+$/.test(text) ? fromHex(text) : undefined) },
  { name: 'Base58check', length: 34, read: fromBase58 },
  { name: 'Base64', length: 28, read: (text) => Uint8Array.from(Buffer.from(text, 'base64')) },
];
