import { manualClock } from '@tern/base/clock';
import { expect, test } from 'vitest';
import { openPace } from './pace.ts';

test('F-C1 what is due every quarter of a minute is not put off by a clock that was set back an hour', () => {
  const clock = manualClock(new Date('2026-11-21T12:00:00Z'));
  const { isDue, restart } = openPace(clock, 15_000);
  expect(isDue()).toBe(true);
  restart();
  clock.advance(14_999);
  expect(isDue()).toBe(false);
  clock.advance(1);
  expect(isDue()).toBe(true);
  restart();
  clock.set(new Date('2026-11-21T11:00:00Z'));
  expect(isDue()).toBe(true);
  restart();
  expect(isDue()).toBe(false);
});
