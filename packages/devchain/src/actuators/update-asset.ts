import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { findAccount } from '../state/accounts.ts';
import { findIssuedAsset, putAsset } from '../state/assets.ts';
import type { Actuator } from './actuator.ts';
import { checkNetLimits, isDescription, isUrl } from './asset-rules.ts';

/** Changes what an issuer may change of a token: its page, its description and the bandwidth given to holders. */
export const updateAsset: Actuator = (value) => {
  const message = decodeMessage('UpdateAssetContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const { owner_address, url, description, new_limit, new_public_limit } = message;
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      if (findAccount(state, toHex(owner_address)) === undefined) throw invalidContract('Account does not exist');
      const asset = findIssuedAsset(state, toHex(owner_address));
      if (asset === undefined) throw invalidContract('Account has not issued any asset');
      if (!isUrl(url)) throw invalidContract('Invalid url');
      if (!isDescription(description)) throw invalidContract('Invalid description');
      checkNetLimits(new_limit, new_public_limit);

      putAsset(state, {
        ...asset,
        url,
        description,
        free_asset_net_limit: new_limit,
        public_free_asset_net_limit: new_public_limit,
      });
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
