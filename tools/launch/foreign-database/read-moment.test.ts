import { expect, test } from 'vitest';
import { readMoment } from './read-moment.ts';

test.each([
  ['2026-11-28T20:15:00Z', '2026-11-28T20:15:00.000Z'],
  ['2026-11-28T20:15Z', '2026-11-28T20:15:00.000Z'],
  ['2026-11-28 20:15:00+00', '2026-11-28T20:15:00.000Z'],
  ['2026-11-28 20:15:00.123456+05:30', '2026-11-28T14:45:00.123Z'],
  ['2026-11-28 20:15:00-0800', '2026-11-29T04:15:00.000Z'],
])('reads %s', (text, moment) => {
  expect(readMoment(text)?.toISOString()).toBe(moment);
});

test.each(['2026-11-28T20:15:00', '2026-11-28', '2026-11-28T20:15:00 CET', '2026-13-28T20:15:00Z', 'yesterday', ''])(
  'refuses %j, which names no moment or no zone',
  (text) => {
    expect(readMoment(text)).toBeUndefined();
  },
);
