import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import { findAccount } from '../state/accounts.ts';
import { putBrokerage } from '../state/rewards.ts';
import { findWitness } from '../state/witnesses.ts';
import type { Actuator } from './actuator.ts';

/** Says which part of its rewards a witness keeps, from the next maintenance on. */
export const updateBrokerage: Actuator = (value) => {
  const { owner_address, brokerage } = decodeMessage('UpdateBrokerageContract', value);
  return {
    owner: owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      const ownerHex = toHex(owner_address);
      if (!isAddress(owner_address)) throw invalidContract('Invalid ownerAddress');
      if (brokerage < 0 || brokerage > 100) throw invalidContract('Invalid brokerage');
      if (findWitness(state, ownerHex) === undefined) throw invalidContract(`Not existed witness:${ownerHex}`);
      if (findAccount(state, ownerHex) === undefined) throw invalidContract('Account does not exist');

      putBrokerage(state, ownerHex, brokerage);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};
