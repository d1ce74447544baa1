import { max, subtract, subtractOrZero, units, zero, type Units } from '@tern/money/units';
import { chooseEnergy } from '../../chain/energy/public.ts';

/** One deposit address, one asset on it, and what the network would take to move it. Money in base units, TRX in sun. */
export type SweepFacts = {
  readonly assetIsTrx: boolean;
  /** What the books say lies there. */
  readonly amount: Units;
  /** What the irreversible chain says: less is a matter for reconciliation, more is not credited yet. */
  readonly onChain: Units;
  readonly activated: boolean;
  /** TRX on the address. */
  readonly trxSun: Units;
  /** TRX of it that the books know of: nobody's unbooked arrival is burnt. */
  readonly bookedTrxSun: Units;
  /** Of the sweep itself. Energy with its margin; zero for TRX. */
  readonly energyNeeded: bigint;
  readonly energyAtHand: bigint;
  readonly energyDelegatable: bigint;
  readonly bandwidthNeeded: bigint;
  /** The larger of the free and the staked pot: the network takes one of them whole, or burns everything. */
  readonly bandwidthAtHand: bigint;
  readonly energyPriceSun: Units;
  readonly bandwidthPriceSun: Units;
  /** What one transaction of the hot wallet burns: to send TRX, and to delegate or undelegate energy. */
  readonly topUpCostSun: Units;
  readonly delegationCostSun: Units;
  /** What the first payment to the address burns, on top. */
  readonly activationCostSun: Units;
  /** Most expensive sweep the house accepts, everything counted. */
  readonly costMaxSun: Units;
};

/**
 * What to do next for one address. `sweep`: everything is there. `top-up`: it needs TRX first, for burning or to exist
 * on chain at all. `delegate`: it needs energy first. `wait`: too expensive now, or the chain shows less than the books.
 */
export type SweepStep =
  | { readonly step: 'sweep'; readonly amount: Units; readonly feeLimitSun: Units; readonly costMaxSun: Units }
  | { readonly step: 'top-up'; readonly amountSun: Units; readonly costMaxSun: Units }
  | { readonly step: 'delegate'; readonly energy: bigint }
  | { readonly step: 'wait'; readonly reason: 'expensive' | 'short' };

/** Least that is sent to an address that only has to exist. */
const smallestTopUpSun = units(1n);

/** Decides one step. Repeated with what is then true, the steps end in the sweep: see the tests. Pure. */
export function decideSweep(facts: SweepFacts): SweepStep {
  if (facts.onChain < facts.amount) return { step: 'wait', reason: 'short' };
  const bandwidthBurnSun =
    facts.bandwidthAtHand >= facts.bandwidthNeeded ? zero : units(facts.bandwidthNeeded * facts.bandwidthPriceSun);
  return facts.assetIsTrx ? sweepTrx(facts, bandwidthBurnSun) : sweepToken(facts, bandwidthBurnSun);
}

function sweepTrx(facts: SweepFacts, burnSun: Units): SweepStep {
  if (burnSun > facts.costMaxSun || burnSun >= facts.amount) return { step: 'wait', reason: 'expensive' };
  return { step: 'sweep', amount: subtract(facts.amount, burnSun), feeLimitSun: zero, costMaxSun: burnSun };
}

function sweepToken(facts: SweepFacts, bandwidthBurnSun: Units): SweepStep {
  const fuelSun = facts.trxSun < facts.bookedTrxSun ? facts.trxSun : facts.bookedTrxSun;
  const choice = chooseEnergy({
    needed: facts.energyNeeded,
    atHand: facts.energyAtHand,
    delegatable: facts.energyDelegatable,
    priceSun: facts.energyPriceSun,
    delegationCostSun: units(2n * facts.delegationCostSun),
    fuelSun: subtractOrZero(fuelSun, bandwidthBurnSun),
    fuelingCostSun: facts.activated ? facts.topUpCostSun : zero,
  });
  const activation = facts.activated ? zero : units(facts.activationCostSun + facts.topUpCostSun);
  // Burning counts its top-up itself; the other ways need one where the bandwidth alone is not covered.
  const fueling = facts.activated && choice.way !== 'burn' && fuelSun < bandwidthBurnSun ? facts.topUpCostSun : zero;
  const costSun = choice.costSun + bandwidthBurnSun + activation + fueling;
  if (costSun > facts.costMaxSun) return { step: 'wait', reason: 'expensive' };
  const missingEnergy = facts.energyAtHand >= facts.energyNeeded ? 0n : facts.energyNeeded - facts.energyAtHand;
  const energyBurnSun = choice.way === 'burn' ? missingEnergy * facts.energyPriceSun : 0n;
  const neededSun = units(energyBurnSun + bandwidthBurnSun);
  if (!facts.activated || fuelSun < neededSun) {
    const costMaxSun = facts.activated ? facts.topUpCostSun : activation;
    return { step: 'top-up', amountSun: max(subtractOrZero(neededSun, fuelSun), smallestTopUpSun), costMaxSun };
  }
  if (choice.way === 'delegate') return { step: 'delegate', energy: missingEnergy };
  return {
    step: 'sweep',
    amount: facts.amount,
    // The network counts delegated energy against the limit too, at the price of burning.
    feeLimitSun: units(facts.energyNeeded * facts.energyPriceSun),
    costMaxSun: neededSun,
  };
}
