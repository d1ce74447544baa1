import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { findAccount } from '../state/accounts.ts';
import { findWitness, putWitness } from '../state/witnesses.ts';
import type { Actuator } from './actuator.ts';
import { isUrl } from './asset-rules.ts';

/** Changes the page of a witness. */
export const witnessUpdate: Actuator = (value) => {
  const { owner_address, update_url } = decodeMessage('WitnessUpdateContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const ownerHex = toHex(owner_address);
      if (!isAddress(owner_address)) throw invalidContract('Invalid address');
      if (findAccount(state, ownerHex) === undefined) throw invalidContract('account does not exist');
      if (!isUrl(update_url)) throw invalidContract('Invalid url');
      const witness = findWitness(state, ownerHex);
      if (witness === undefined) throw invalidContract('Witness does not exist');

      putWitness(state, ownerHex, { ...witness, url: utf8Text(update_url) });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
