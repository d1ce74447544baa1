import { units } from '@tern/money/units';
import { readAlarmRules } from '@tern/testkit/alarm-rules';
import { describe, expect, test } from 'vitest';
import { consoleAlarms, findAlarms, firingSamples } from './find-alarms.ts';
import { largestGap, ratioOf } from './show-overview.ts';

describe('the alarms of the first page', () => {
  test('each has the condition of the rule that Prometheus is given', () => {
    const rules = new Map(readAlarmRules().map(({ alert, expr }) => [alert, expr]));
    for (const { alarm, metric, limit, only = {} } of consoleAlarms) {
      const labels = Object.entries(only).map(([label, value]) => `${label}="${value}"`);
      const selected = labels.length === 0 ? metric : `${metric}{${labels.join(',')}}`;
      const beyond = 'above' in limit ? `> ${limit.above}` : `< ${limit.below}`;
      expect(rules.get(alarm), alarm).toBe(`${selected} ${beyond}`);
    }
  });

  test('what is past its limit is found once, with what it is about; what is at its limit is not', () => {
    const low = (asset: string, value: number) => ({ name: 'wallet_hot_missing' as const, labels: { asset }, value });
    const oldest = (queue: string, value: number) => ({
      name: 'wallet_queue_oldest_seconds' as const,
      labels: { queue },
      value,
    });
    expect(
      findAlarms([
        low('usdt', 1),
        low('trx', 2),
        low('reward', 0),
        oldest('reviews', 14_400),
        oldest('entries', 86_401),
      ]),
    ).toEqual([
      { alarm: 'HotWalletLow', about: ['usdt', 'trx'] },
      { alarm: 'EntriesLate', about: [] },
    ]);
  });
});

test('every alarm is on the first page but those that Prometheus alone can tell', () => {
  const shown = new Set(consoleAlarms.map(({ alarm }) => alarm));
  const others = readAlarmRules().flatMap(({ alert }) => (shown.has(alert) ? [] : alert));
  // That nobody answers, also not the database behind this page; and rates.
  expect(others).toEqual(['ProcessDown', 'DatabaseDown', 'ServerFaults', 'AnswersSlow']);
});

test('what is below a limit that has to be reached is found; what a process tells is what would be found', () => {
  const standby = (value: number) => ({ name: 'wallet_signer_standby_in_step' as const, value });
  const failed = { name: 'wallet_step_failures' as const, labels: { step: 'reconcile' }, value: 5 };
  const well = { name: 'wallet_step_failures' as const, labels: { step: 'distribute' }, value: 4 };
  expect(firingSamples([standby(0), standby(1), failed, well])).toEqual([standby(0), failed]);
  expect(findAlarms([standby(0), failed, well])).toEqual([
    { alarm: 'StepFails', about: ['reconcile'] },
    { alarm: 'SignerStandbyAway', about: [] },
  ]);
});

describe('the ratio of reserves', () => {
  test.each([
    [100n, 100n, 10_000],
    [1_004_599n, 1_000_000n, 10_045],
    [99n, 100n, 9_900],
    [-1n, 100n, 0],
    [5n, 0n, null],
  ])('%i held for %i owed', (held, owed, ratio) => expect(ratioOf(held, owed)).toBe(ratio));

  test('a loss that shows in one place and in the sum of all counts once', () => {
    const gap = (subject: string, missing: bigint) => ({ subject, missing: units(missing) });
    expect(largestGap([gap('hot', 5n), gap('cold', 2n), gap('liabilities', 6n)])).toBe(7n);
    expect(largestGap([gap('hot', 5n), gap('liabilities', 9n)])).toBe(9n);
    expect(largestGap([])).toBe(0n);
  });
});
