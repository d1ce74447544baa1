import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance, createAccount, findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import type { Actuator } from './actuator.ts';

/** TRX from one account to another; a fresh receiver is activated for a fee. */
export const transfer: Actuator = (value) => {
  const message = decodeMessage('TransferContract', value);
  return {
    owner: message.owner_address,
    createsAccount: (state) => findAccount(state, toHex(message.to_address)) === undefined,
    run: async ({ state, block }) => {
      const { owner_address, to_address, amount } = message;
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress!');
      if (!isAddress(to_address)) throw invalidContract('Invalid toAddress!');
      if (equalBytes(owner_address, to_address)) throw invalidContract('Cannot transfer TRX to yourself.');
      const [ownerHex, toHexAddress] = [toHex(owner_address), toHex(to_address)];
      const owner = findAccount(state, ownerHex);
      if (owner === undefined) throw invalidContract('Validate TransferContract error, no OwnerAccount.');
      if (amount <= 0n) throw invalidContract('Amount must be greater than 0.');
      const receiver = findAccount(state, toHexAddress);
      const feeSun = receiver === undefined ? getParameter(state, 'getCreateNewAccountFeeInSystemContract') : 0n;
      if (receiver?.type === 'Contract' && getParameter(state, 'getForbidTransferToContract') === 1n) {
        throw invalidContract('Cannot transfer TRX to a smartContract.');
      }
      if (owner.balance < amount + feeSun)
        throw invalidContract('Validate TransferContract error, balance is not sufficient.');

      if (receiver === undefined) createAccount(state, toHexAddress, 'Normal', block.timestampMs);
      addBalance(state, ownerHex, -(amount + feeSun));
      addBalance(state, toHexAddress, amount);
      return { feeSun, contractResult: 'SUCCESS' };
    },
  };
};
