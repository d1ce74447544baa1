import type { ConductView } from '@tern/contracts/routes/check';
import { expect, test } from 'vitest';
import { isBroken, judgeConduct } from './judge-conduct.ts';

const kept: ConductView = {
  measuredAt: '2026-11-29T12:00:00.000Z',
  days: 30,
  seldomDays: 90,
  exits: { compared: 12_406, broken: 0 },
  fees: { compared: 12_406, broken: 0 },
  holds: { open: null, pastEnd: 0 },
  countries: { closed: ['GB'], compared: 800, broken: 0 },
  complaints: { answerDays: 15, judged: 42, late: 0, waiting: 0, longestDays: 9 },
  incidents: 2,
};
const rules = (conduct: ConductView) => judgeConduct(conduct).map(({ rule, state }) => `${rule} ${state}`);

test('rules that were kept are shown in one order, and few are no breach', () => {
  expect(rules(kept)).toEqual(['exits kept', 'fees kept', 'holds kept', 'complaints kept', 'countries kept']);
  expect(isBroken(judgeConduct(kept))).toBe(false);
});

test.each([
  ['exits', { exits: { compared: 12_406, broken: 1 } }],
  ['fees', { fees: { compared: null, broken: 1 } }],
  ['holds', { holds: { open: 0, pastEnd: 1 } }],
  ['complaints', { complaints: { ...kept.complaints, late: 1 } }],
  ['countries', { countries: { closed: [], compared: 800, broken: 1 } }],
] as const)('a broken rule about %s comes first', (rule, change) => {
  const lines = judgeConduct({ ...kept, ...change } as ConductView);
  expect(lines[0]).toMatchObject({ rule, state: 'broken', broken: 1 });
  expect(isBroken(lines)).toBe(true);
});

test('where nothing happened yet, no rule is said to be kept, and no country is named where none is closed', () => {
  const nothing = { compared: 0, broken: 0 };
  const conduct: ConductView = {
    ...kept,
    exits: nothing,
    fees: nothing,
    holds: { open: 0, pastEnd: 0 },
    countries: { closed: [], ...nothing },
    complaints: { answerDays: 15, judged: 0, late: 0, waiting: 0, longestDays: null },
  };
  expect(rules(conduct)).toEqual(['exits quiet', 'fees quiet', 'holds kept', 'complaints quiet']);
});
