import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** What TRX can be staked for. */
export type Resource = 'BANDWIDTH' | 'ENERGY';

export const resources: readonly Resource[] = ['BANDWIDTH', 'ENERGY'];

export const sunPerTrx = 1_000_000n;

/** Use of a resource, which fades away over a window. */
export type Usage = {
  /** Units as of `atMs`. */
  readonly used: bigint;
  readonly atMs: number;
  /** Thousandths of a 3-second slot until all of it is gone, as of `atMs`. */
  readonly windowMilliSlots: bigint;
};

/** One account's stake for one resource. Amounts in SUN. */
export type ResourceStake = {
  /** Own stake that still works for its owner. */
  readonly frozenSun: bigint;
  /** Own stake that works for others. */
  readonly delegatedSun: bigint;
  /** Others' stake that works for this account. */
  readonly acquiredSun: bigint;
  readonly usage: Usage;
};

export type Unfreezing = { readonly resource: Resource; readonly amountSun: bigint; readonly expireMs: number };

export type StakeCell = { readonly [Name in Resource]: ResourceStake } & {
  /** Not staked any more and not yet back in the balance, oldest first. */
  readonly unfreezing: readonly Unfreezing[];
};

/** A day of 3-second slots. */
export const fullWindowMilliSlots = 28_800_000n;

const nothing: ResourceStake = {
  frozenSun: 0n,
  delegatedSun: 0n,
  acquiredSun: 0n,
  usage: { used: 0n, atMs: 0, windowMilliSlots: fullWindowMilliSlots },
};

const noStake: StakeCell = { BANDWIDTH: nothing, ENERGY: nothing, unfreezing: [] };

/** What the account staked and was given; nothing for one that never did. */
export function getStake(state: CellReader, addressHex: string): StakeCell {
  return (state.get(`stake/${addressHex}`) as StakeCell | undefined) ?? noStake;
}

export function putStake(state: Workspace, addressHex: string, stake: StakeCell): void {
  state.set(`stake/${addressHex}`, stake);
}

/** Replaces what `change` names of the account's stake for a resource. */
export function changeStake(
  state: Workspace,
  addressHex: string,
  resource: Resource,
  change: (stake: ResourceStake) => Partial<ResourceStake>,
): void {
  const stake = getStake(state, addressHex);
  putStake(state, addressHex, { ...stake, [resource]: { ...stake[resource], ...change(stake[resource]) } });
}

/** Everything an account staked for a resource, delegated or not, in SUN. */
export function ownStakeSun({ frozenSun, delegatedSun }: ResourceStake): bigint {
  return frozenSun + delegatedSun;
}

/** Everything that works for an account, in SUN. */
export function workingStakeSun({ frozenSun, acquiredSun }: ResourceStake): bigint {
  return frozenSun + acquiredSun;
}

/** All stake of the network for a resource, in whole TRX. */
export function totalWeight(state: CellReader, resource: Resource): bigint {
  return (state.get(`stake-weight/${resource}`) as bigint | undefined) ?? 0n;
}

export function addTotalWeight(state: Workspace, resource: Resource, trx: bigint): void {
  state.set(`stake-weight/${resource}`, totalWeight(state, resource) + trx);
}

/** Adds to (or, below zero, takes from) the stake that works for its owner, and to the network's weight with it. */
export function addFrozen(state: Workspace, addressHex: string, resource: Resource, amountSun: bigint): void {
  const before = getStake(state, addressHex)[resource];
  const after = { ...before, frozenSun: before.frozenSun + amountSun };
  changeStake(state, addressHex, resource, () => after);
  // A share of a TRX has no weight, so the weight moves only by whole ones.
  addTotalWeight(state, resource, ownStakeSun(after) / sunPerTrx - ownStakeSun(before) / sunPerTrx);
}
