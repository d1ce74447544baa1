import { units, type Units } from '@tern/money/units';

/** The network's whole energy and the whole TRX staked for it: together the exchange rate of a stake. */
export type EnergyMarket = {
  /** Energy of a day shared by everybody who stakes. */
  readonly totalEnergy: bigint;
  /** TRX staked for energy by everybody, in whole TRX. */
  readonly totalStakeTrx: bigint;
};

const sunPerTrx = 1_000_000n;
/** Tron counts stakes in whole TRX and accepts no smaller one. */
const smallestStakeSun = sunPerTrx;

/** Energy that a stake gives, rounded down as the network does. */
export function energyOfStake(stakeSun: Units, { totalEnergy, totalStakeTrx }: EnergyMarket): bigint {
  if (totalStakeTrx === 0n) return 0n;
  return ((stakeSun / sunPerTrx) * totalEnergy) / totalStakeTrx;
}

/** Least stake that gives at least `energy`, in sun: whole TRX, one at least. Undefined where nobody stakes. */
export function stakeOfEnergy(energy: bigint, { totalEnergy, totalStakeTrx }: EnergyMarket): Units | undefined {
  if (totalEnergy === 0n || totalStakeTrx === 0n) return undefined;
  const wholeTrx = (energy * totalStakeTrx + totalEnergy - 1n) / totalEnergy;
  const stakeSun = wholeTrx * sunPerTrx;
  return units(stakeSun < smallestStakeSun ? smallestStakeSun : stakeSun);
}
