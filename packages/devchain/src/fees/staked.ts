import type { CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import { changeStake, getStake, sunPerTrx, totalWeight, workingStakeSun } from '../state/stakes.ts';
import type { Resource } from '../state/stakes.ts';
import type { Workspace } from '../state/workspace.ts';
import { increaseUsage, usedAt } from './usage.ts';

/** Units of a resource the whole network gives out per day. */
export function networkLimit(state: CellReader, resource: Resource): bigint {
  return getParameter(state, resource === 'ENERGY' ? 'getTotalEnergyCurrentLimit' : 'getTotalNetLimit');
}

/** Units per day that what works for the account is worth: its share of the network's. */
export function stakedLimit(state: CellReader, addressHex: string, resource: Resource): bigint {
  return unitsOf(state, resource, workingStakeSun(getStake(state, addressHex)[resource]));
}

/** Units per day of a stake. */
export function unitsOf(state: CellReader, resource: Resource, stakeSun: bigint): bigint {
  const weight = totalWeight(state, resource);
  return weight === 0n ? 0n : (stakeSun * networkLimit(state, resource)) / (sunPerTrx * weight);
}

export function stakedUsed(state: CellReader, addressHex: string, resource: Resource, nowMs: number): bigint {
  return usedAt(getStake(state, addressHex)[resource].usage, nowMs);
}

/** Units the account can use now without burning TRX. */
export function stakedLeft(state: CellReader, addressHex: string, resource: Resource, nowMs: number): bigint {
  const left = stakedLimit(state, addressHex, resource) - stakedUsed(state, addressHex, resource, nowMs);
  return left > 0n ? left : 0n;
}

/** Uses units the account has left. */
export function useStaked(
  state: Workspace,
  input: { readonly addressHex: string; readonly resource: Resource; readonly units: bigint; readonly nowMs: number },
): void {
  if (input.units === 0n) return;
  changeStake(state, input.addressHex, input.resource, ({ usage }) => ({
    usage: increaseUsage(usage, input.units, input.nowMs),
  }));
}

/**
 * The part of the account's own stake nobody needs for what it has used: what may be delegated, in SUN. `reservedUnits` are
 * about to be used.
 */
export function delegatableSun(
  state: CellReader,
  addressHex: string,
  resource: Resource,
  at: { readonly nowMs: number; readonly reservedUnits?: bigint },
): bigint {
  const { frozenSun, acquiredSun } = getStake(state, addressHex)[resource];
  const used = stakedUsed(state, addressHex, resource, at.nowMs) + (at.reservedUnits ?? 0n);
  const usedSun = (used * sunPerTrx * totalWeight(state, resource)) / networkLimit(state, resource);
  const neededSun = usedSun > acquiredSun ? usedSun - acquiredSun : 0n;
  return frozenSun > neededSun ? frozenSun - neededSun : 0n;
}
