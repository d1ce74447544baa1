import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { equalBytes, toHex, utf8Text } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance, createAccount, findAccount } from '../state/accounts.ts';
import { addAsset, assetBalances, findAsset } from '../state/assets.ts';
import { getParameter } from '../state/parameters.ts';
import type { Actuator } from './actuator.ts';

/** A TRC-10 token from one account to another; a fresh receiver is activated for a fee. */
export const transferAsset: Actuator = (value) => {
  const message = decodeMessage('TransferAssetContract', value);
  return {
    owner: message.owner_address,
    createsAccount: (state) => findAccount(state, toHex(message.to_address)) === undefined,
    run: async ({ state, block }) => {
      const { owner_address, to_address, amount } = message;
      const id = utf8Text(message.asset_name);
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      if (!isAddress(to_address)) throw invalidContract('Invalid toAddress');
      if (amount <= 0n) throw invalidContract('Amount must be greater than 0.');
      if (equalBytes(owner_address, to_address)) throw invalidContract('Cannot transfer asset to yourself.');
      const [ownerHex, receiverHex] = [toHex(owner_address), toHex(to_address)];
      const owner = findAccount(state, ownerHex);
      if (owner === undefined) throw invalidContract('No owner account!');
      if (findAsset(state, id) === undefined) throw invalidContract('No asset!');
      const held = assetBalances(state, ownerHex)[id] ?? 0n;
      if (held === 0n) throw invalidContract('assetBalance must be greater than 0.');
      if (amount > held) throw invalidContract('assetBalance is not sufficient.');
      const receiver = findAccount(state, receiverHex);
      if (receiver?.type === 'Contract' && getParameter(state, 'getForbidTransferToContract') === 1n) {
        throw invalidContract('Cannot transfer asset to smartContract.');
      }
      const feeSun = receiver === undefined ? getParameter(state, 'getCreateNewAccountFeeInSystemContract') : 0n;
      if (owner.balance < feeSun) {
        throw invalidContract('Validate TransferAssetActuator error, insufficient fee.');
      }

      if (receiver === undefined) createAccount(state, receiverHex, 'Normal', block.timestampMs);
      addBalance(state, ownerHex, -feeSun);
      addAsset(state, ownerHex, id, -amount);
      addAsset(state, receiverHex, id, amount);
      return { feeSun, contractResult: 'SUCCESS' };
    },
  };
};
