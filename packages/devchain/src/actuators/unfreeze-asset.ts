import { invalidContract } from '../chain/refusal.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { addAsset, findIssuedAsset, frozenSupply, putFrozenSupply } from '../state/assets.ts';
import type { Actuator } from './actuator.ts';
import { requireAccount } from './require-account.ts';

/** Gives an issuer the parts of the supply whose time of freezing is over. */
export const unfreezeAsset: Actuator = (value) => {
  const { owner_address } = decodeMessage('UnfreezeAssetContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state, block }) => {
      const ownerHex = toHex(owner_address);
      requireAccount(state, owner_address);
      const frozen = frozenSupply(state, ownerHex);
      if (frozen.length === 0) throw invalidContract('no frozen supply balance');
      const issued = findIssuedAsset(state, ownerHex);
      if (issued === undefined) throw invalidContract('this account did not issue any asset');
      const ended = frozen.filter(({ expireMs }) => expireMs <= block.timestampMs);
      if (ended.length === 0) throw invalidContract("It's not time to unfreeze asset supply");

      for (const { amount } of ended) addAsset(state, ownerHex, issued.id, amount);
      putFrozenSupply(
        state,
        ownerHex,
        frozen.filter((part) => !ended.includes(part)),
      );
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
