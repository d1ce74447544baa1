import { afterEach, expect, test, vi } from 'vitest';
import { moveUntil, whenStill } from './when-still.ts';

// Goal: what has to wait for a movement waits for all of them and keeps its order. Method: movements that begin and end around it.

afterEach(() => {
  vi.unstubAllGlobals();
});

test('at rest it is done in a microtask', async () => {
  const done: string[] = [];
  whenStill(() => done.push('told'));
  expect(done).toEqual([]);
  await Promise.resolve();
  expect(done).toEqual(['told']);
});

test('while something moves it waits for the last movement, in order', async () => {
  const done: string[] = [];
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const firstStands = moveUntil(first.promise);
  whenStill(() => done.push('one'));
  const secondStands = moveUntil(second.promise);
  whenStill(() => done.push('two'));
  first.resolve(undefined);
  await firstStands;
  expect(done).toEqual([]);
  second.resolve(undefined);
  await secondStands;
  expect(done).toEqual(['one', 'two']);
});

test('what begins to move while the waiting work is done holds only what comes then', async () => {
  const done: string[] = [];
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  let secondStands = Promise.resolve();
  const firstStands = moveUntil(first.promise);
  whenStill(() => {
    secondStands = moveUntil(second.promise);
    done.push('one');
  });
  whenStill(() => done.push('two'));
  first.resolve(undefined);
  await firstStands;
  whenStill(() => done.push('three'));
  expect(done).toEqual(['one', 'two']);
  second.resolve(undefined);
  await secondStands;
  expect(done).toEqual(['one', 'two', 'three']);
});

test('work that throws takes nothing from the rest', async () => {
  const [done, thrown]: [string[], unknown[]] = [[], []];
  const queue = queueMicrotask;
  // The browser would report it as an uncaught error, and a test would fail with it.
  vi.stubGlobal('queueMicrotask', (work: () => void) =>
    queue(() => {
      try {
        work();
      } catch (error) {
        thrown.push(error);
      }
    }),
  );
  const movement = Promise.withResolvers<unknown>();
  const stands = moveUntil(movement.promise);
  const fault = new Error('a screen that cannot be drawn');
  whenStill(() => {
    throw fault;
  });
  whenStill(() => done.push('two'));
  movement.resolve(undefined);
  await stands;
  expect(done).toEqual(['two']);
  expect(thrown).toEqual([fault]);
});
