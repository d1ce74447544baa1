import type { Units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { judgeEvidence, type CaseFacts } from './evidence.ts';

const at = new Date('2026-03-01T12:00:00Z');

/** A send with nothing against it. */
const calm: CaseFacts = {
  entriesIn: 3,
  entriesOut: 2,
  addsUp: true,
  factorsAt: at,
  completed: 5,
  completedToAddress: 4,
  completedToAddressByAnyone: 4,
  usualUsdt: 100n as Units,
  newDeviceAt: null,
  factorChangedAt: null,
  holdUntil: null,
  youngSince: null,
  strangersMoneyAt: null,
};

function judge(changed: Partial<CaseFacts>, usdtValue = 100n) {
  const found = judgeEvidence({ ...calm, ...changed }, { usdtValue: usdtValue as Units, cause: 'amount' });
  return found.map(({ about, tone }) => `${tone} ${about}`);
}

test('nothing speaks against a usual send of an old account to a receiver it knows', () => {
  expect(judge({}).filter((each) => each.startsWith('warning'))).toEqual([]);
});

test.each<[string, Partial<CaseFacts>, bigint, string, string]>([
  ['a young account', { youngSince: at }, 100n, 'warning young-account', 'good known-device'],
  ['transfers of today alone', { usualUsdt: null }, 100n, 'warning no-usual-amount', 'good usual-amount'],
  ['a first send', { usualUsdt: null, completed: 0 }, 100n, 'warning first-send', 'good usual-amount'],
  ['a device added today', { newDeviceAt: at }, 100n, 'warning new-device', 'good known-device'],
  ['a receiver sent to once', { completedToAddress: 1 }, 100n, 'warning receiver-known', 'good receiver-known'],
  ['an amount far above the usual', {}, 300n, 'warning unusual-amount', 'good usual-amount'],
  ['money of a sender seen once', { strangersMoneyAt: at }, 100n, 'warning sender-seen-once', 'good sender-seen-once'],
])('%s counts against a send', (_, changed, amount, warning, good) => {
  const found = judge(changed, amount);
  expect(found).toContain(warning);
  expect(found).not.toContain(good);
});
