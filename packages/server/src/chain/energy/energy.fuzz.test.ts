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
  delegatable: energy,
  priceSun: fc.bigInt({ min: 1n, max: 1_000n }).map(units),
  delegationCostSun: sun,
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
      if (given.delegatable >= missing) ways.push(given.delegationCostSun);
      return ways.every((cost) => costSun <= cost) && ways.some((cost) => costSun === cost);
    }),
    { numRuns: 2_000 },
  );
});

test('energy is never delegated where the stake does not reach, and never twice', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { way } = chooseEnergy(given);
      if (way === 'delegate') expect(given.delegatable + given.atHand).toBeGreaterThanOrEqual(given.needed);
      if (given.atHand >= given.needed) expect(way).toBe('at-hand');
    }),
  );
});

test('more expensive energy never turns delegating into burning, nor does more expensive delegating turn burning into delegating', () => {
  fc.assert(
    fc.property(facts, fc.bigInt({ min: 1n, max: 1_000n }), (given, more) => {
      const { way } = chooseEnergy(given);
      if (way === 'delegate') {
        expect(chooseEnergy({ ...given, priceSun: units(given.priceSun + more) }).way).toBe('delegate');
      }
      if (way === 'burn') {
        expect(chooseEnergy({ ...given, delegationCostSun: units(given.delegationCostSun + more) }).way).toBe('burn');
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
