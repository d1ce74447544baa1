import { units, zero } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideSweep, type SweepFacts } from './decide-sweep.ts';

const sun = (max: bigint) => fc.bigInt({ min: 0n, max }).map(units);
const energy = fc.bigInt({ min: 0n, max: 200_000n });

const facts: fc.Arbitrary<SweepFacts> = fc
  .record({
    assetIsTrx: fc.boolean(),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units),
    activated: fc.boolean(),
    trx: sun(30_000_000n),
    energyNeeded: energy,
    energyAtHand: energy,
    energyDelegatable: energy,
    bandwidthNeeded: fc.bigInt({ min: 200n, max: 400n }),
    bandwidthAtHand: fc.constantFrom(0n, 100n, 600n, 5_000n),
    energyPriceSun: fc.bigInt({ min: 1n, max: 420n }).map(units),
    bandwidthPriceSun: fc.constantFrom(units(1_000n), units(10n)),
    topUpCostSun: fc.constantFrom(zero, units(270_000n)),
    delegationCostSun: fc.constantFrom(zero, units(280_000n)),
    activationCostSun: fc.constantFrom(units(1_100_000n), units(1_000_000n)),
    costMaxSun: sun(60_000_000n),
  })
  .map(({ trx, ...rest }) => {
    const trxSun = rest.activated ? trx : zero;
    const amount = rest.assetIsTrx ? units(trxSun + 1n) : rest.amount;
    const shared = { ...rest, amount, onChain: amount, bookedTrxSun: rest.assetIsTrx ? amount : trxSun };
    return {
      ...shared,
      trxSun: rest.assetIsTrx ? amount : trxSun,
      energyNeeded: rest.assetIsTrx ? 0n : rest.energyNeeded,
    };
  });

/** Plays steps as the chain would carry them out, until the sweep or a reason to wait. */
function play(start: SweepFacts): { steps: string[]; burntSun: bigint; last: ReturnType<typeof decideSweep> } {
  let now = start;
  let burntSun = 0n;
  const steps: string[] = [];
  for (;;) {
    const next = decideSweep(now);
    steps.push(next.step);
    if (next.step === 'sweep' || next.step === 'wait' || steps.length > 5) return { steps, burntSun, last: next };
    if (next.step === 'top-up') {
      burntSun += now.topUpCostSun + (now.activated ? 0n : now.activationCostSun);
      const trxSun = units(now.trxSun + next.amountSun);
      now = { ...now, activated: true, trxSun, bookedTrxSun: units(now.bookedTrxSun + next.amountSun) };
    } else {
      burntSun += 2n * now.delegationCostSun;
      now = {
        ...now,
        energyAtHand: now.energyAtHand + next.energy,
        energyDelegatable: now.energyDelegatable - next.energy,
      };
    }
  }
}

test('a sweep needs at most one top-up and one delegation before it, and never more', () => {
  fc.assert(
    fc.property(facts, (start) => {
      const { steps, last } = play(start);
      expect(['sweep', 'wait']).toContain(last.step);
      expect(steps.filter((step) => step === 'top-up').length).toBeLessThanOrEqual(1);
      expect(steps.filter((step) => step === 'delegate').length).toBeLessThanOrEqual(1);
      // Nothing is spent on a sweep that is then called off.
      if (last.step === 'wait') expect(steps).toEqual(['wait']);
    }),
    { numRuns: 5_000 },
  );
});

test('all that a sweep burns stays within what the house accepts', () => {
  fc.assert(
    fc.property(facts, (start) => {
      const { burntSun, last } = play(start);
      if (last.step === 'sweep') expect(burntSun + last.costMaxSun).toBeLessThanOrEqual(start.costMaxSun);
    }),
    { numRuns: 5_000 },
  );
});

test('a sweep moves what the books know and no unit more, and can pay for itself', () => {
  fc.assert(
    fc.property(facts, (start) => {
      const { last, steps } = play(start);
      if (last.step !== 'sweep') return;
      if (start.assetIsTrx) expect(last.amount + last.costMaxSun).toBe(start.amount);
      else expect(last.amount).toBe(start.amount);
      if (steps.length === 1 && !start.assetIsTrx) expect(start.trxSun).toBeGreaterThanOrEqual(last.costMaxSun);
    }),
  );
});

test('the chain shows less than the books: nothing moves', () => {
  fc.assert(
    fc.property(facts, (start) => {
      expect(decideSweep({ ...start, onChain: units(start.amount - 1n) })).toEqual({ step: 'wait', reason: 'short' });
    }),
  );
});
