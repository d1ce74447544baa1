import { units } from '@tern/money/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hotLevel, judgeHotLevel, percentile95 } from './hot-level.ts';
import { decideFeeAccount } from './keep-fee-account.ts';

const settings = { shareBasisPoints: 200n, minimum: units(1_000n), floorPercent: 50n };

describe('K07 the level of the hot wallet', () => {
  test.each([
    ['nothing owed, nothing paid: the minimum', 0n, [], 1_000n],
    ['no payment yet: the share', 1_000_000n, [], 20_000n],
    ['quiet days: what the busiest needs', 1_000_000n, [3_000n, 5_000n], 5_000n],
    ['busy days: never more than the share', 1_000_000n, [90_000n, 80_000n], 20_000n],
    ['small share: the minimum', 10_000n, [90_000n], 1_000n],
  ])('%s', (_name, owed, dailyOutflows, ceiling) => {
    expect(hotLevel({ owed, dailyOutflows }, settings)).toEqual({
      floor: ceiling / 2n,
      target: (ceiling / 2n + ceiling) / 2n,
      ceiling,
    });
  });

  test('one day in twenty may be busier than the percentile', () => {
    const days = Array.from({ length: 20 }, (_, day) => BigInt(day + 1));
    expect(percentile95(days)).toBe(19n);
    expect(percentile95(days.slice(0, 19))).toBe(19n);
    expect(percentile95([])).toBeUndefined();
  });

  test('what goes to cold storage leaves the hot wallet between floor and ceiling, whatever it held', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        (owed, available) => {
          const level = hotLevel({ owed, dailyOutflows: [] }, settings);
          const judged = judgeHotLevel(available, level);
          if (judged.verdict === 'above') expect(available - judged.amount).toBe(level.target);
          if (judged.verdict === 'below') expect(available + judged.missing).toBe(level.floor);
          expect(judgeHotLevel(level.target, level).verdict).toBe('within');
        },
      ),
    );
  });
});

describe('the fee account', () => {
  const wanted = { stakeSun: units(100_000_000n), freeMinSun: units(10_000_000n) };
  test.each([
    [
      'empty: TRX for both',
      { freeSun: 0n, stakedSun: 0n, ownSun: 10n ** 12n },
      { step: 'fund', amountSun: 120_000_000n },
    ],
    [
      'enough free: the stake',
      { freeSun: 120_000_000n, stakedSun: 0n, ownSun: 0n },
      { step: 'stake', amountSun: 100_000_000n },
    ],
    ['staked and filled: nothing', { freeSun: 20_000_000n, stakedSun: 100_000_000n, ownSun: 0n }, { step: 'nothing' }],
    [
      'used up: filled again',
      { freeSun: 9_999_999n, stakedSun: 100_000_000n, ownSun: 10n ** 12n },
      { step: 'fund', amountSun: 10_000_001n },
    ],
    ['the house has little: that', { freeSun: 0n, stakedSun: 0n, ownSun: 5n }, { step: 'fund', amountSun: 5n }],
    ['the house has nothing: nobody else pays', { freeSun: 0n, stakedSun: 0n, ownSun: -5n }, { step: 'poor' }],
    [
      'less than a whole TRX unstaked: nothing',
      { freeSun: 10_000_000n, stakedSun: 99_000_001n, ownSun: 0n },
      { step: 'nothing' },
    ],
  ] as const)('%s', (_name, facts, step) => {
    const { freeSun, stakedSun, ownSun } = facts;
    expect(decideFeeAccount({ freeSun: units(freeSun), stakedSun: units(stakedSun), ownSun }, wanted)).toEqual(step);
  });
});
