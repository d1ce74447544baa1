import { systemClock } from '@tern/base/clock';
import { expect, test } from 'vitest';
import { runSteps } from './run-steps.ts';

test('O11 a step of a stopped flow does nothing until the flow runs again, and the others go on', async () => {
  const stopping = new AbortController();
  const ran: string[] = [];
  const seen = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  let open = false;
  const running = runSteps({
    steps: [
      {
        name: 'sign',
        flow: 'withdrawals',
        tick: () => {
          ran.push('sign');
          again.resolve();
          return Promise.resolve(0);
        },
        idleMs: 1,
      },
      {
        name: 'follow',
        tick: () => {
          ran.push('follow');
          if (ran.length === 5) seen.resolve();
          return Promise.resolve(0);
        },
        idleMs: 1,
      },
    ],
    clock: systemClock,
    signal: stopping.signal,
    chainMoved: new EventTarget(),
    onError: (error) => {
      throw error;
    },
    isFlowOpen: (flow) => Promise.resolve(flow !== 'withdrawals' || open),
  });
  await seen.promise;
  expect(new Set(ran)).toEqual(new Set(['follow']));
  open = true;
  await again.promise;
  stopping.abort();
  await running.finished;
  expect(running.states.every(({ failures }) => failures === 0)).toBe(true);
});
