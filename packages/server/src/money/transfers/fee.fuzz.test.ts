import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideFeeLimit } from '../payouts/decide-fee-limit.ts';
import { feeInAsset, networkCostSun } from './fee.ts';

// Goal: what the person was shown is what they pay, whatever energy does between the draft and the payment. Method: 10,000
// random walks of the energy price, with failures on the way, against the rules that plan a payment.
const marginPercent = 20;
const houseMaxSun = units(200_000_000n);
const networkMaxSun = units(15_000_000_000n);
const feeMaximum = units(6_000_000n);

const walk = fc.record({
  energy: fc.bigInt({ min: 1n, max: 200_000n }),
  bandwidth: fc.integer({ min: 250, max: 400 }),
  /** Sun for one unit of energy at the draft and at every later look. */
  prices: fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 2, maxLength: 8 }),
  failures: fc.integer({ min: 0, max: 1 }),
  trxPrice: fc.bigInt({ min: 1n, max: 10_000n }),
});

test('M31 over 10,000 price paths the fee is the draft’s, and dearer energy is the house’s or makes the payment wait', () => {
  let [paid, waited] = [0, 0];
  fc.assert(
    fc.property(walk, ({ energy, bandwidth, prices, failures, trxPrice }) => {
      const [atDraft = 1n, ...later] = prices;
      const costAt = (energyPriceSun: bigint) =>
        networkCostSun(
          { energy, bandwidth, activates: false },
          {
            energyPriceSun: units(energyPriceSun),
            bandwidthPriceSun: units(1_000n),
            activationFeeSun: units(1_000_000n),
            activationBandwidthFeeSun: units(100_000n),
          },
        );
      const rule = {
        marginPercent,
        maximum: feeMaximum,
        trxRatio: ratio(trxPrice, 1_000n),
        assetRatio: ratio(1n, 1n),
      };
      const fee = feeInAsset(costAt(atDraft), rule);
      expect(fee).toBeLessThanOrEqual(feeMaximum);
      // Never below the cost with its margin, where the maximum does not cap it.
      if (fee < feeMaximum) {
        expect(fee * 1_000n * 100n).toBeGreaterThanOrEqual(costAt(atDraft) * trxPrice * BigInt(100 + marginPercent));
      }
      for (const price of later) {
        const energyCostSun = units(energy * price);
        const limit = decideFeeLimit({ energyCostSun, failures, marginPercent: 50, houseMaxSun, networkMaxSun });
        if (limit.kind === 'wait') {
          waited += 1;
          expect(limit.feeLimitSun).toBeGreaterThan(houseMaxSun);
          continue;
        }
        paid += 1;
        // Enough for what it costs now and half as much again, and never above what the house bears.
        expect(limit.feeLimitSun * 2n).toBeGreaterThanOrEqual(energyCostSun * 3n);
        expect(limit.feeLimitSun).toBeLessThanOrEqual(houseMaxSun);
      }
      // Shown again at the draft's own prices it is the same: nothing that came later is in it.
      expect(feeInAsset(costAt(atDraft), rule)).toBe(fee);
    }),
    { numRuns: 10_000 },
  );
  expect(Math.min(paid, waited)).toBeGreaterThan(1_000);
});
