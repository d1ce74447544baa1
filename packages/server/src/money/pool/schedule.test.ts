import { expect, test } from 'vitest';
import { lastTimeBefore, nextTimeAfter } from './schedule.ts';

const at = (text: string) => new Date(text);

test.each([
  [24, '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'],
  [24, '2026-05-01T23:59:59.999Z', '2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'],
  [6, '2026-05-01T17:00:00.001Z', '2026-05-01T12:00:00.000Z', '2026-05-01T18:00:00.000Z'],
  [1, '2026-02-28T23:30:00.000Z', '2026-02-28T23:00:00.000Z', '2026-03-01T00:00:00.000Z'],
])('every %i hours, at %s: since %s, until %s', (everyHours, moment, last, next) => {
  expect(lastTimeBefore({ everyHours }, at(moment))).toEqual(at(last));
  expect(nextTimeAfter({ everyHours }, at(moment))).toEqual(at(next));
});
