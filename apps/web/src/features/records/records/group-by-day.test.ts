import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const at = (year: number, month: number, day: number, hour = 12) => ({
  createdAt: new Date(year, month - 1, day, hour).toISOString(),
});
const now = new Date(2026, 2, 1, 9);
const names = (...items: { createdAt: string }[]) =>
  groupByDay(items, now).map(({ name, items: { length } }) => [name, length]);

test('names today and yesterday, across the end of a month', () => {
  expect(names(at(2026, 3, 1, 8), at(2026, 3, 1, 0), at(2026, 2, 28, 23), at(2026, 2, 27))).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['this-year', 1],
  ]);
});

test('a day of an earlier year needs its year', () => {
  expect(names(at(2025, 3, 1))).toEqual([['earlier', 1]]);
});

test('keeps the order and makes one group of a day that spans two pages', () => {
  const items = [at(2026, 2, 10, 11), at(2026, 2, 10, 10), at(2026, 2, 9)];
  const days = groupByDay(items, now);
  expect(days.map((day) => day.items)).toEqual([items.slice(0, 2), items.slice(2)]);
  expect(new Set(days.map(({ key }) => key)).size).toBe(2);
});

test('nothing makes no days', () => {
  expect(groupByDay([], now)).toEqual([]);
});
