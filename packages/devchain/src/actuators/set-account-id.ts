import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { findAccountOfId, getAccountId, putAccountId } from '../state/account-labels.ts';
import { findAccount } from '../state/accounts.ts';
import type { Actuator } from './actuator.ts';

const idBytesMin = 8;
const idBytesMax = 32;

/** Gives an account an id that nobody else has, once and for all. */
export const setAccountId: Actuator = (value) => {
  const message = decodeMessage('SetAccountIdContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { owner_address, account_id } = message;
      if (!isId(account_id)) throw invalidContract('Invalid accountId');
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      const ownerHex = toHex(owner_address);
      if (findAccount(state, ownerHex) === undefined) throw invalidContract('Account has not existed');
      if (getAccountId(state, ownerHex).length > 0) throw invalidContract('This account id already set');
      if (findAccountOfId(state, account_id) !== undefined) throw invalidContract('This id has existed');
      putAccountId(state, ownerHex, account_id);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};

/** Printable ASCII without spaces. */
function isId(bytes: Uint8Array): boolean {
  const fits = bytes.length >= idBytesMin && bytes.length <= idBytesMax;
  return fits && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
}
