import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { equalBytes, toHex, utf8Text } from '../crypto/bytes.ts';
import type { ParticipateAssetIssueContract } from '../proto/asset-types.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance, findAccount } from '../state/accounts.ts';
import { addAsset, findAsset, hasAsset } from '../state/assets.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';

/** Buys a token from who issued it, at the price and in the time that were set with it. */
export const participateAssetIssue: Actuator = (value) => {
  const message = decodeMessage('ParticipateAssetIssueContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const bought = check(state, message, block.timestampMs);
      const [ownerHex, issuerHex] = [toHex(message.owner_address), toHex(message.to_address)];
      const id = utf8Text(message.asset_name);
      addBalance(state, ownerHex, -message.amount);
      addBalance(state, issuerHex, message.amount);
      addAsset(state, issuerHex, id, -bought);
      addAsset(state, ownerHex, id, bought);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};

/** Returns the base units bought. */
function check(state: Workspace, message: ParticipateAssetIssueContract, nowMs: number): bigint {
  const { owner_address, to_address, amount } = message;
  const id = utf8Text(message.asset_name);
  if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
  if (!isAddress(to_address)) throw invalidContract('Invalid toAddress');
  if (amount <= 0n) throw invalidContract('Amount must greater than 0!');
  if (equalBytes(owner_address, to_address)) throw invalidContract('Cannot participate asset Issue yourself !');
  const owner = findAccount(state, toHex(owner_address));
  if (owner === undefined) throw invalidContract('Account does not exist!');
  if (owner.balance < amount) throw invalidContract('No enough balance !');
  const asset = findAsset(state, id);
  if (asset === undefined) throw invalidContract(`No asset named ${id}`);
  if (!equalBytes(to_address, asset.owner_address)) {
    throw invalidContract(`The asset is not issued by ${toHex(to_address)}`);
  }
  if (BigInt(nowMs) >= asset.end_time || BigInt(nowMs) < asset.start_time) {
    throw invalidContract('No longer valid period!');
  }
  const bought = (amount * BigInt(asset.num)) / BigInt(asset.trx_num);
  if (bought <= 0n) throw invalidContract('Can not process the exchange!');
  if (!hasAsset(state, toHex(to_address), id, bought)) throw invalidContract('Asset balance is not enough !');
  return bought;
}
