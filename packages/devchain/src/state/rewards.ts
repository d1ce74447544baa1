import type { CellReader } from './cells.ts';
import { getVotes } from './votes.ts';
import type { Vote } from './votes.ts';
import type { Workspace } from './workspace.ts';

/** Percent of its rewards that a witness keeps when it never said otherwise. */
const brokerageDefault = 20;
/** Reward per vote is kept in this many parts of a SUN. */
const parts = 1_000_000_000_000_000_000n;

/** Rewards that wait until their owner takes them. */
export type Allowance = { readonly sun: bigint; readonly withdrawnMs: number };

/**
 * From which cycle on an account's rewards have not been reckoned yet. A vote counts from the cycle after it: for the cycle
 * it is cast in, what was voted before counts still.
 */
type Reckoning = { readonly begin: number; readonly end: number; readonly votes: readonly Vote[] | null };

const neverReckoned: Reckoning = { begin: 0, end: -1, votes: null };

/** Maintenances since genesis. Rewards are shared out per cycle. */
export function currentCycle(state: CellReader): number {
  return (state.get('reward-cycle') as number | undefined) ?? 0;
}

export function getAllowance(state: CellReader, addressHex: string): Allowance {
  return (state.get(`allowance/${addressHex}`) as Allowance | undefined) ?? { sun: 0n, withdrawnMs: 0 };
}

export function putAllowance(state: Workspace, addressHex: string, allowance: Allowance): void {
  state.set(`allowance/${addressHex}`, allowance);
}

/** The brokerage that counts in this cycle. */
export function getBrokerage(state: CellReader, witnessHex: string): number {
  return (state.get(`brokerage/${witnessHex}`) as number | undefined) ?? brokerageDefault;
}

/** Sets the brokerage of the cycles after this one. */
export function putBrokerage(state: Workspace, witnessHex: string, percent: number): void {
  state.set(`brokerage-next/${witnessHex}`, percent);
}

/** Pays a witness: its brokerage at once, the rest to who voted for it, when the cycle ends. */
export function payWitness(state: Workspace, witnessHex: string, sun: bigint): void {
  const kept = BigInt(Math.trunc((getBrokerage(state, witnessHex) / 100) * Number(sun)));
  state.set(`cycle-reward/${witnessHex}`, cycleReward(state, witnessHex) + sun - kept);
  addAllowance(state, witnessHex, kept);
}

/** Ends a cycle for a witness with the votes it had throughout: what one vote has earned since genesis grows. */
export function closeCycle(state: Workspace, witnessHex: string, voteCount: bigint): void {
  const cycle = currentCycle(state);
  const reward = cycleReward(state, witnessHex);
  const before = earnedPerVote(state, cycle - 1, witnessHex);
  const added = voteCount === 0n ? 0n : (reward * parts) / voteCount;
  if (before + added > 0n) state.set(`earned/${cycle}/${witnessHex}`, before + added);
  state.set(`cycle-reward/${witnessHex}`, undefined);
  const next = state.get(`brokerage-next/${witnessHex}`) as number | undefined;
  state.set(`brokerage/${witnessHex}`, next);
}

export function startCycle(state: Workspace): void {
  state.set('reward-cycle', currentCycle(state) + 1);
}

/** Rewards of the cycles that ended and what waits already, in SUN. */
export function rewardOf(state: CellReader, addressHex: string): bigint {
  const { sun } = getAllowance(state, addressHex);
  return sun + reckon(state, addressHex).earned;
}

/** Moves what votes have earned to what waits, before votes change or rewards are taken. */
export function settleReward(state: Workspace, addressHex: string): void {
  const { earned, next } = reckon(state, addressHex);
  addAllowance(state, addressHex, earned);
  state.set(`reckoning/${addressHex}`, next);
}

function reckon(state: CellReader, addressHex: string): { readonly earned: bigint; readonly next: Reckoning } {
  const known = (state.get(`reckoning/${addressHex}`) as Reckoning | undefined) ?? neverReckoned;
  const cycle = currentCycle(state);
  if (known.begin > cycle || (known.begin === cycle && known.votes !== null)) return { earned: 0n, next: known };
  let { begin } = known;
  let earned = 0n;
  if (begin + 1 === known.end && begin < cycle) {
    earned += earnedIn(state, { begin, end: known.end, votes: known.votes ?? [] });
    begin += 1;
  }
  const votes = getVotes(state, addressHex);
  if (votes.length === 0) return { earned, next: { begin: cycle + 1, end: known.end, votes: null } };
  earned += earnedIn(state, { begin, end: cycle, votes });
  return { earned, next: { begin: cycle, end: cycle + 1, votes } };
}

function earnedIn(
  state: CellReader,
  { begin, end, votes }: { readonly begin: number; readonly end: number; readonly votes: readonly Vote[] },
): bigint {
  if (begin >= end) return 0n;
  return votes.reduce((sum, { addressHex, count }) => {
    const perVote = earnedPerVote(state, end - 1, addressHex) - earnedPerVote(state, begin - 1, addressHex);
    return sum + (perVote > 0n ? (perVote * count) / parts : 0n);
  }, 0n);
}

function earnedPerVote(state: CellReader, cycle: number, witnessHex: string): bigint {
  return (state.get(`earned/${cycle}/${witnessHex}`) as bigint | undefined) ?? 0n;
}

function cycleReward(state: CellReader, witnessHex: string): bigint {
  return (state.get(`cycle-reward/${witnessHex}`) as bigint | undefined) ?? 0n;
}

function addAllowance(state: Workspace, addressHex: string, sun: bigint): void {
  if (sun <= 0n) return;
  const allowance = getAllowance(state, addressHex);
  putAllowance(state, addressHex, { ...allowance, sun: allowance.sun + sun });
}
