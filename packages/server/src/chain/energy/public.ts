export { chooseEnergy, type EnergyChoice, type EnergyFacts } from './choose-energy.ts';
export { energyOfStake, stakeOfEnergy, type EnergyMarket } from './energy-of-stake.ts';
