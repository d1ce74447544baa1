import { invalidContract } from '../chain/refusal.ts';
import { isAddress } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import { decodeMessage } from '../proto/codec.ts';
import type { VoteWitnessContract } from '../proto/committee-types.ts';
import { findAccount } from '../state/accounts.ts';
import { settleReward } from '../state/rewards.ts';
import { sunPerTrx } from '../state/stakes.ts';
import { putVotes, tronPowerSun } from '../state/votes.ts';
import { findWitness } from '../state/witnesses.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Actuator } from './actuator.ts';
import { requireAccount } from './require-account.ts';

const votesMax = 30;

/** Casts votes, one for each staked TRX at most. They replace all votes that were cast before. */
export const voteWitness: Actuator = (value) => {
  const message = decodeMessage('VoteWitnessContract', value);
  return {
    owner: message.owner_address,
    createsAccount: () => false,
    run: async ({ state }) => {
      check(state, message);
      const ownerHex = toHex(message.owner_address);
      settleReward(state, ownerHex);
      const votes = message.votes.map(({ vote_address, vote_count }) => ({
        addressHex: toHex(vote_address),
        count: vote_count,
      }));
      putVotes(state, ownerHex, votes);
      return { feeSun: 0n, contractResult: 'SUCCESS' };
    },
  };
};

function check(state: Workspace, { owner_address, votes }: VoteWitnessContract): void {
  if (!isAddress(owner_address)) throw invalidContract('Invalid address');
  if (votes.length === 0) throw invalidContract('VoteNumber must more than 0');
  if (votes.length > votesMax) throw invalidContract(`VoteNumber more than maxVoteNumber ${votesMax}`);
  for (const { vote_address, vote_count } of votes) {
    const witnessHex = toHex(vote_address);
    if (!isAddress(vote_address)) throw invalidContract('Invalid vote address!');
    if (vote_count <= 0n) throw invalidContract('vote count must be greater than 0');
    if (findAccount(state, witnessHex) === undefined) throw invalidContract(`Account[${witnessHex}] not exists`);
    if (findWitness(state, witnessHex) === undefined) throw invalidContract(`Witness[${witnessHex}] not exists`);
  }
  requireAccount(state, owner_address);
  const wanted = votes.reduce((sum, { vote_count }) => sum + vote_count, 0n) * sunPerTrx;
  const power = tronPowerSun(state, toHex(owner_address));
  if (wanted > power) {
    throw invalidContract(`The total number of votes[${wanted}] is greater than the tronPower[${power}]`);
  }
}
