import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { getAccountName, isAccountName, putAccountName } from '../state/account-labels.ts';
import { findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import type { Actuator } from './actuator.ts';

const nameBytesMax = 200;

/** Names an account, once and for all unless `getAllowUpdateAccountName` is on. */
export const accountUpdate: Actuator = (value) => {
  const message = decodeMessage('AccountUpdateContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { owner_address, account_name } = message;
      if (account_name.length > nameBytesMax) throw invalidContract('Invalid accountName');
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      const ownerHex = toHex(owner_address);
      if (findAccount(state, ownerHex) === undefined) throw invalidContract('Account does not exist');
      if (getParameter(state, 'getAllowUpdateAccountName') === 0n) {
        if (getAccountName(state, ownerHex).length > 0) throw invalidContract('This account name is already existed');
        if (isAccountName(state, account_name)) throw invalidContract('This name is existed');
      }
      putAccountName(state, ownerHex, account_name);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
