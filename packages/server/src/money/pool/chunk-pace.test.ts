import { expect, test } from 'vitest';
import { openChunkPace } from './chunk-pace.ts';

// Goal: whatever a share costs on a machine, and however that changes, chunks come to last about 50 ms and stay below 150.

/** Milliseconds of each of so many chunks, on a machine where one takes `fixedMs` and `shareMs` for each share. */
function payChunks(machine: { fixedMs: number; shareMs: number }, count: number, pace = openChunkPace()): number[] {
  return Array.from({ length: count }, () => {
    const shares = pace.size();
    const tookMs = machine.fixedMs + machine.shareMs * shares;
    pace.learn({ shares, tookMs });
    return tookMs;
  });
}

test.each([
  ['fast', { fixedMs: 3, shareMs: 0.2 }],
  ['busy', { fixedMs: 10, shareMs: 1 }],
  ['slow', { fixedMs: 15, shareMs: 4 }],
])('on a %s machine no chunk lasts longer than 150 ms, and most of them about 50', (_, machine) => {
  const times = payChunks(machine, 30);
  expect(Math.max(...times)).toBeLessThanOrEqual(150);
  for (const tookMs of times.slice(10)) {
    expect(tookMs).toBeLessThanOrEqual(55);
    expect(tookMs).toBeGreaterThan(35);
  }
});

test('a machine that becomes twice as slow stays within 150 ms, and the next chunk is smaller', () => {
  const pace = openChunkPace();
  payChunks({ fixedMs: 3, shareMs: 0.2 }, 20, pace);
  const [first = 0, second = 0] = payChunks({ fixedMs: 6, shareMs: 0.4 }, 2, pace);
  expect(first).toBeLessThanOrEqual(150);
  expect(second).toBeLessThan(first);
});

test('a moment in which nothing moves costs some small chunks and no more', () => {
  const pace = openChunkPace();
  payChunks({ fixedMs: 3, shareMs: 0.2 }, 20, pace);
  pace.learn({ shares: pace.size(), tookMs: 60_000 });
  expect(pace.size()).toBe(1);
  const sizes = Array.from({ length: 12 }, () => {
    const shares = pace.size();
    pace.learn({ shares, tookMs: 3 + 0.2 * shares });
    return pace.size();
  });
  expect(sizes.at(-1)).toBeGreaterThan(200);
});

test('however fast, no more than 500 at once', () => {
  const pace = openChunkPace();
  for (let chunk = 0; chunk < 20; chunk += 1) pace.learn({ shares: pace.size(), tookMs: 0 });
  expect(pace.size()).toBe(500);
});
