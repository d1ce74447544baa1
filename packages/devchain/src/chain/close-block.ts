import { getParameter } from '../state/parameters.ts';
import { payWitness } from '../state/rewards.ts';
import { listWitnesses, sortWitnesses } from '../state/witnesses.ts';
import { createWorkspace } from '../state/workspace.ts';
import type { Workspace } from '../state/workspace.ts';
import type { ChainCore } from './core.ts';
import { maintain } from './maintenance.ts';

/** Witnesses that share the reward for votes. */
const standbyMax = 127;

/** What every block does to the state after its transactions: rewards, and maintenance when it is due. */
export function closeBlock(core: ChainCore, block: { readonly number: number; readonly timestampMs: number }): void {
  const state = createWorkspace(core.store);
  payWitness(state, core.identity.witness.addressHex, getParameter(state, 'getWitnessPayPerBlock'));
  payStandby(state);
  maintain(state, block);
  core.store.apply(state.writes());
}

function payStandby(state: Workspace): void {
  const standby = sortWitnesses(listWitnesses(state))
    .slice(0, standbyMax)
    .filter(({ voteCount }) => voteCount > 0n);
  const votes = standby.reduce((sum, { voteCount }) => sum + voteCount, 0n);
  if (votes === 0n) return;
  const perVote = Number(getParameter(state, 'getWitness127PayPerBlock')) / Number(votes);
  for (const { addressHex, voteCount } of standby) {
    payWitness(state, addressHex, BigInt(Math.trunc(Number(voteCount) * perVote)));
  }
}
