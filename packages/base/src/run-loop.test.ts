import { expect, test } from 'vitest';
import { runLoop } from './run-loop.ts';

function loop(tick: (round: number) => number | Promise<number>, wake?: EventTarget) {
  const stopping = new AbortController();
  const errors: unknown[] = [];
  let rounds = 0;
  const ended = runLoop({
    name: 'tested',
    tick: async () => {
      rounds += 1;
      return await tick(rounds);
    },
    idleMs: 1,
    backoffMaxMs: 4,
    onError: (error) => errors.push(error),
    signal: stopping.signal,
    ...(wake === undefined ? {} : { wake }),
  });
  return { stop: () => stopping.abort(), ended, errors, rounds: () => rounds };
}

test('goes on after a step that threw, and reports it', async () => {
  const running = loop((round) => {
    if (round < 3) throw new Error(`round ${round}`);
    running.stop();
    return 0;
  });
  await running.ended;
  expect(running.rounds()).toBe(3);
  expect(running.errors).toEqual([new Error('round 1'), new Error('round 2')]);
});

test('runs the next step at once while there is work', async () => {
  const running = loop((round) => {
    if (round === 100) running.stop();
    return 1;
  });
  await running.ended;
  expect(running.rounds()).toBe(100);
});

test('ends only after the running step has finished, and swallows its late error', async () => {
  const gate = Promise.withResolvers<number>();
  const running = loop(() => gate.promise);
  running.stop();
  gate.reject(new Error('cut short'));
  await running.ended;
  expect(running.errors).toEqual([]);
});

test('a wake-up cuts the idle wait short', async () => {
  const wake = new EventTarget();
  const stopping = new AbortController();
  let rounds = 0;
  const ended = runLoop({
    name: 'tested',
    tick: () => {
      rounds += 1;
      if (rounds === 1) queueMicrotask(() => setImmediate(() => wake.dispatchEvent(new Event('wake'))));
      else stopping.abort();
      return Promise.resolve(0);
    },
    // Longer than any test may take: only the wake-up can bring the second round.
    idleMs: 3_600_000,
    backoffMaxMs: 3_600_000,
    onError: () => undefined,
    signal: stopping.signal,
    wake,
  });
  await ended;
  expect(rounds).toBe(2);
});
