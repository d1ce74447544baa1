import type { CellReader } from './cells.ts';
import { getStake, ownStakeSun, resources, sunPerTrx } from './stakes.ts';
import type { Workspace } from './workspace.ts';

export type Vote = { readonly addressHex: string; readonly count: bigint };

/** Votes that changed since the last maintenance, which alone counts them. */
export type VoteChange = { readonly before: readonly Vote[]; readonly after: readonly Vote[] };

export function getVotes(state: CellReader, addressHex: string): readonly Vote[] {
  return (state.get(`votes/${addressHex}`) as readonly Vote[] | undefined) ?? [];
}

/** SUN whose votes an account has: everything it staked, delegated or not. */
export function tronPowerSun(state: CellReader, addressHex: string): bigint {
  const stake = getStake(state, addressHex);
  return resources.reduce((sum, resource) => sum + ownStakeSun(stake[resource]), 0n);
}

export function putVotes(state: Workspace, addressHex: string, votes: readonly Vote[]): void {
  const known = state.get(`vote-change/${addressHex}`) as VoteChange | undefined;
  const before = known === undefined ? getVotes(state, addressHex) : known.before;
  if (known === undefined) state.set('vote-changes', [...changedVoters(state), addressHex]);
  state.set(`vote-change/${addressHex}`, { before, after: votes });
  state.set(`votes/${addressHex}`, votes.length === 0 ? undefined : votes);
}

/** Votes that a smaller stake no longer carries shrink in proportion, each rounded down as floating point has it. */
export function shrinkVotes(state: Workspace, addressHex: string): void {
  const votes = getVotes(state, addressHex);
  const power = tronPowerSun(state, addressHex);
  const total = votes.reduce((sum, { count }) => sum + count, 0n);
  if (power >= total * sunPerTrx) return;
  const shrunk = votes.map(({ addressHex: witness, count }) => ({
    addressHex: witness,
    count: BigInt(Math.trunc(((Number(count) / Number(total)) * Number(power)) / Number(sunPerTrx))),
  }));
  putVotes(
    state,
    addressHex,
    shrunk.filter(({ count }) => count > 0n),
  );
}

/** What changed since the last maintenance, per witness: votes won, or below zero lost. */
export function countVoteChanges(state: CellReader): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  const add = (sign: bigint, votes: readonly Vote[]): void => {
    for (const { addressHex, count } of votes) {
      counts.set(addressHex, (counts.get(addressHex) ?? 0n) + sign * count);
    }
  };
  for (const voter of changedVoters(state)) {
    const change = state.get(`vote-change/${voter}`) as VoteChange | undefined;
    add(-1n, change?.before ?? []);
    add(1n, change?.after ?? []);
  }
  return counts;
}

export function forgetVoteChanges(state: Workspace): void {
  for (const voter of changedVoters(state)) state.set(`vote-change/${voter}`, undefined);
  state.set('vote-changes', undefined);
}

function changedVoters(state: CellReader): readonly string[] {
  return (state.get('vote-changes') as readonly string[] | undefined) ?? [];
}
