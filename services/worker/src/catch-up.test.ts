import { manualClock } from '@tern/base/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openCatchUp } from './catch-up.ts';

test('says how far behind it is, how fast, and how long it will take, in the log only while it is far behind', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const clock = manualClock(new Date(1_000));
  const { follow, state } = openCatchUp({ clock, log });
  expect(state()).toEqual({ bookedBlock: null, blocksBehind: null, blocksPerSecond: null, secondsLeft: null });
  follow({ booked: 100, solid: 5_100 });
  expect(state()).toMatchObject({ bookedBlock: 100, blocksBehind: 5_000, secondsLeft: null });
  clock.advance(10_000);
  follow({ booked: 600, solid: 5_100 });
  const halfway = { bookedBlock: 600, blocksBehind: 4_500, blocksPerSecond: 50, secondsLeft: 90 };
  expect(state()).toEqual(halfway);
  clock.advance(100_000);
  follow({ booked: 5_100, solid: 5_100 });
  expect(state()).toMatchObject({ blocksBehind: 0, secondsLeft: null });
  expect(lines).toMatchObject([{ msg: 'catching up with the chain', ...halfway }]);
});
