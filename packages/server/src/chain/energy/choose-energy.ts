import { units, zero, type Units } from '@tern/money/units';

/** What a call needs and what there is. Energy in units of energy, money in sun. */
export type EnergyFacts = {
  /** What the call needs at most. */
  readonly needed: bigint;
  /** What its sender has by itself. */
  readonly atHand: bigint;
  /** What the house's stake can delegate now. */
  readonly delegatable: bigint;
  /** Burnt for one unit that is not covered. */
  readonly priceSun: Units;
  /** Burnt to delegate and to undelegate: two transactions of the house. */
  readonly delegationCostSun: Units;
  /** TRX its sender has for burning. */
  readonly fuelSun: Units;
  /** Burnt to send the sender more of it. */
  readonly fuelingCostSun: Units;
};

export type EnergyChoice = {
  readonly way: 'at-hand' | 'delegate' | 'burn';
  /** All that this way burns. */
  readonly costSun: Units;
};

/**
 * The cheapest way to the energy of one call. Energy is delegated for the whole call or not at all: what a stake covers in
 * part is burnt for the rest, and both would be paid. Pure.
 */
export function chooseEnergy(facts: EnergyFacts): EnergyChoice {
  if (facts.atHand >= facts.needed) return { way: 'at-hand', costSun: zero };
  const burntSun = (facts.needed - facts.atHand) * facts.priceSun;
  const burning = units(burntSun + (facts.fuelSun >= burntSun ? 0n : facts.fuelingCostSun));
  const canDelegate = facts.delegatable >= facts.needed - facts.atHand;
  if (canDelegate && facts.delegationCostSun < burning) return { way: 'delegate', costSun: facts.delegationCostSun };
  return { way: 'burn', costSun: burning };
}
