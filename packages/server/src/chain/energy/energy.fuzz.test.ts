import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseEnergy, type EnergyFacts } from './choose-energy.ts';
import { energyOfStake, stakeOfEnergy } from './energy-of-stake.ts';

const energy = fc.bigInt({ min: 0n, max: 1_000_000n });
const sun = fc.bigInt({ min: 0n, max: 100_000_000n }).map(units);
const facts: fc.Arbitrary<EnergyFacts> = fc.record({
  needed: energy,
  atHand: energy,
  lendable: energy,
  priceSun: fc.bigInt({ min: 1n, max: 1_000n }).map(units),
  lendingCostSun: sun,
  fuelSun: sun,
  fuelingCostSun: sun,
});

test('no way that is open costs less than the chosen one', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { way, costSun } = chooseEnergy(given);
      const missing = given.needed - given.atHand;
      if (missing <= 0n) return way === 'at-hand' && costSun === 0n;
      const burnt = missing * given.priceSun;
      const ways = [burnt + (given.fuelSun >= burnt ? 0n : given.fuelingCostSun)];
      if (given.lendable >= missing) ways.push(given.lendingCostSun);
      return ways.every((cost) => costSun <= cost) && ways.some((cost) => costSun === cost);
    }),
    { numRuns: 2_000 },
  );
});

test('energy is never lent where the stake does not reach, and never twice', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { way } = chooseEnergy(given);
      if (way === 'lend') expect(given.lendable + given.atHand).toBeGreaterThanOrEqual(given.needed);
      if (given.atHand >= given.needed) expect(way).toBe('at-hand');
    }),
  );
});

test('dearer energy never turns lending into burning, and dearer lending never turns burning into lending', () => {
  fc.assert(
    fc.property(facts, fc.bigInt({ min: 1n, max: 1_000n }), (given, more) => {
      const { way } = chooseEnergy(given);
      if (way === 'lend') {
        expect(chooseEnergy({ ...given, priceSun: units(given.priceSun + more) }).way).toBe('lend');
      }
      if (way === 'burn') {
        expect(chooseEnergy({ ...given, lendingCostSun: units(given.lendingCostSun + more) }).way).toBe('burn');
      }
    }),
  );
});

test('the stake computed for an amount of energy gives it, and one TRX less would not', () => {
  const market = fc.record({
    totalEnergy: fc.bigInt({ min: 1n, max: 180_000_000_000n }),
    totalStakeTrx: fc.bigInt({ min: 1n, max: 30_000_000_000n }),
  });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), market, (wanted, rate) => {
      const stake = stakeOfEnergy(wanted, rate);
      if (stake === undefined) throw new Error('there is a market');
      expect(stake % 1_000_000n).toBe(0n);
      expect(energyOfStake(stake, rate)).toBeGreaterThanOrEqual(wanted);
      if (stake > 1_000_000n) expect(energyOfStake(units(stake - 1_000_000n), rate)).toBeLessThan(wanted);
    }),
    { numRuns: 1_000 },
  );
});

test('nobody stakes: no stake gives energy', () => {
  expect(stakeOfEnergy(1n, { totalEnergy: 90_000_000_000n, totalStakeTrx: 0n })).toBeUndefined();
  expect(energyOfStake(units(5_000_000n), { totalEnergy: 90_000_000_000n, totalStakeTrx: 0n })).toBe(0n);
});
