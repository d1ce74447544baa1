import { expect, test } from 'vitest';
import { weighCourse, type BalanceCourse } from './weigh-course.ts';

const span = { startsAt: '2026-11-21T00:00:00.000Z', endsAt: '2026-11-21T00:00:01.000Z' };
const first = { transferId: '7', at: '2026-11-21T00:00:00.250001Z', amount: '5', balance: '15' };
const second = { transferId: '9', at: '2026-11-21T00:00:00.999999Z', amount: '-15', balance: '0' };
const course: BalanceCourse = { opening: '10', moves: [first, second] };

test('each balance counts for as many microseconds as it was there', () => {
  expect(weighCourse({ opening: '10', moves: [] }, span)).toBe(10_000_000n);
  expect(weighCourse(course, span)).toBe(10n * 250_001n + 15n * 749_998n);
});

test('a move at the very beginning counts for the whole period, and moves of one moment are taken in their order', () => {
  const at = span.startsAt;
  expect(weighCourse({ opening: '10', moves: [{ ...first, at }] }, span)).toBe(15_000_000n);
  const sameMoment = { ...second, at: first.at };
  expect(weighCourse({ opening: '10', moves: [first, sameMoment] }, span)).toBe(10n * 250_001n);
});

test.each<readonly [string, BalanceCourse]>([
  ['a balance that does not follow', { ...course, moves: [{ ...first, balance: '16' }, second] }],
  ['a move left out', { ...course, moves: [second] }],
  ['another opening balance', { ...course, opening: '11' }],
  [
    'moves in another order',
    {
      opening: '10',
      moves: [
        { ...second, balance: '-5' },
        { ...first, balance: '0' },
      ],
    },
  ],
  ['a move before the period', { ...course, moves: [{ ...first, at: '2026-11-20T23:59:59.999999Z' }, second] }],
  ['a move at its end', { ...course, moves: [first, { ...second, at: span.endsAt }] }],
  ['a move twice', { opening: '10', moves: [first, { ...first, balance: '20' }] }],
  ['a debt at the end', { opening: '10', moves: [{ ...first, amount: '-11', balance: '-1' }] }],
])('%s is a contradiction', (_, planted) => {
  expect(weighCourse(planted, span)).toBeUndefined();
});
