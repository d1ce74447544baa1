import { addBalance, findAccount } from '../state/accounts.ts';
import type { CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';
import { stakedLeft, useStaked } from './staked.ts';

/**
 * Energy a caller may use: what stake gives and the balance left beside the value sent buys, and no more than `feeLimitSun`
 * would buy. As on a real node the fee limit bounds staked energy too, though that costs nothing.
 */
export function energyLimit(
  state: CellReader,
  input: {
    readonly ownerHex: string;
    readonly feeLimitSun: bigint;
    readonly valueSun: bigint;
    readonly nowMs: number;
  },
): bigint {
  const price = getParameter(state, 'getEnergyFee');
  const balance = findAccount(state, input.ownerHex)?.balance ?? 0n;
  const spendable = balance > input.valueSun ? balance - input.valueSun : 0n;
  const available = stakedLeft(state, input.ownerHex, 'ENERGY', input.nowMs) + spendable / price;
  const allowed = input.feeLimitSun / price;
  return available < allowed ? available : allowed;
}

/** Pays `energyUsed` from the owner's stake as far as it goes, the rest by burning SUN. */
export function payEnergy(
  state: Workspace,
  input: { readonly ownerHex: string; readonly energyUsed: bigint; readonly nowMs: number },
): { readonly stakedEnergy: bigint; readonly energyFeeSun: bigint } {
  const { ownerHex, energyUsed, nowMs } = input;
  const left = stakedLeft(state, ownerHex, 'ENERGY', nowMs);
  const stakedEnergy = energyUsed < left ? energyUsed : left;
  useStaked(state, { addressHex: ownerHex, resource: 'ENERGY', units: stakedEnergy, nowMs });
  const energyFeeSun = (energyUsed - stakedEnergy) * getParameter(state, 'getEnergyFee');
  if (energyFeeSun > 0n) addBalance(state, ownerHex, -energyFeeSun);
  return { stakedEnergy, energyFeeSun };
}
