import { invalidContract } from '../chain/refusal.ts';
import { isAddress, toBase58 } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance, createAccount, findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import type { Actuator } from './actuator.ts';

/** Activates an account without sending anything. */
export const accountCreate: Actuator = (value) => {
  const message = decodeMessage('AccountCreateContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => true,
    run: async ({ state, block }) => {
      const { owner_address, account_address } = message;
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      const [ownerHex, accountHex] = [toHex(owner_address), toHex(account_address)];
      const owner = findAccount(state, ownerHex);
      if (owner === undefined) throw invalidContract(`Account[${toBase58(owner_address)}] not exists`);
      const feeSun = getParameter(state, 'getCreateNewAccountFeeInSystemContract');
      if (owner.balance < feeSun) throw invalidContract('Validate CreateAccountActuator error, insufficient fee.');
      if (!isAddress(account_address)) throw invalidContract('Invalid account address');
      if (findAccount(state, accountHex) !== undefined) throw invalidContract('Account has existed');

      createAccount(state, accountHex, 'Normal', block.timestampMs);
      addBalance(state, ownerHex, -feeSun);
      return { feeSun, contractResult: 'SUCCESS' };
    },
  };
};
