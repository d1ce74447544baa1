import { expect, test } from 'vitest';
import { changeOf, courseOf, momentOf } from './price-course.ts';

const history = {
  from: '2026-11-20T12:00:00.000Z',
  until: '2026-11-21T12:00:00.000Z',
  series: [{ assetId: 'trx' as const, points: ['0.3', null, '0.33'] }],
};

test('a course keeps the gaps of the history', () => {
  expect(courseOf(history, 'trx')).toEqual([0.3, undefined, 0.33]);
  expect(courseOf(history, 'reward')).toEqual([]);
  expect(courseOf(undefined, 'trx')).toEqual([]);
  expect(courseOf(history, 'usdt')).toEqual([1, 1, 1]);
});

test('points lie at equal steps between the ends', () => {
  expect([0, 1, 2].map((index) => momentOf(history, index, 3).toISOString())).toEqual([
    history.from,
    '2026-11-21T00:00:00.000Z',
    history.until,
  ]);
});

test('a change needs a first price and the present one', () => {
  expect(changeOf([0.3, undefined, 0.33])).toBe(100_000);
  expect(changeOf([0.3, undefined])).toBeUndefined();
  expect(changeOf([])).toBeUndefined();
});

test('two hours of prices are not called the change of a day; a first hour without one does not matter', () => {
  const dayWith = (hoursKnown: number) =>
    Array.from({ length: 97 }, (_, quarter) => (quarter < 96 - hoursKnown * 4 ? undefined : 0.3 + quarter / 1000));
  expect(changeOf(dayWith(2))).toBeUndefined();
  expect(changeOf(dayWith(12))).toBeUndefined();
  expect(changeOf(dayWith(23))).toBe(Math.round((0.396 / 0.304 - 1) * 1_000_000));
  expect(changeOf(dayWith(24))).toBe(320_000);
});
