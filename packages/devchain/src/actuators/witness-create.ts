import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex, utf8Text } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addBalance } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import { addWitnessPermission } from '../state/permissions.ts';
import { addWitness, findWitness } from '../state/witnesses.ts';
import type { Actuator } from './actuator.ts';
import { isUrl } from './asset-rules.ts';
import { requireAccount } from './require-account.ts';

/** Makes an account a witness, for whom others can vote. */
export const witnessCreate: Actuator = (value) => {
  const { owner_address, url } = decodeMessage('WitnessCreateContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const ownerHex = toHex(owner_address);
      if (!isAddress(owner_address)) throw invalidContract('Invalid address');
      if (!isUrl(url)) throw invalidContract('Invalid url');
      const owner = requireAccount(state, owner_address, 'account');
      if (findWitness(state, ownerHex) !== undefined) throw invalidContract(`Witness[${ownerHex}] has existed`);
      const feeSun = getParameter(state, 'getAccountUpgradeCost');
      if (owner.balance < feeSun) throw invalidContract('balance < AccountUpgradeCost');

      addWitness(state, ownerHex, { url: utf8Text(url), isActive: false, genesisVotes: 0n });
      addWitnessPermission(state, ownerHex);
      addBalance(state, ownerHex, -feeSun);
      return { feeSun, contractResult: 'SUCCESS' };
    },
  };
};
