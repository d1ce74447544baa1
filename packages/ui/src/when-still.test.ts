import { expect, test } from 'vitest';
import { beginMoving, whenStill } from './when-still.ts';

// Goal: what has to wait for a movement waits for all of them and keeps its order. Method: movements that begin and end around it.

test('at rest it is done in a microtask', async () => {
  const done: string[] = [];
  whenStill(() => done.push('told'));
  expect(done).toEqual([]);
  await Promise.resolve();
  expect(done).toEqual(['told']);
});

test('while something moves it waits for the last movement, in order', () => {
  const done: string[] = [];
  const first = beginMoving();
  whenStill(() => done.push('one'));
  const second = beginMoving();
  whenStill(() => done.push('two'));
  first();
  first();
  expect(done).toEqual([]);
  second();
  expect(done).toEqual(['one', 'two']);
});

test('what begins to move while the waiting work is done holds only what comes then', async () => {
  const done: string[] = [];
  let end = (): void => undefined;
  const first = beginMoving();
  whenStill(() => {
    end = beginMoving();
    done.push('one');
  });
  whenStill(() => done.push('two'));
  first();
  whenStill(() => done.push('three'));
  await Promise.resolve();
  expect(done).toEqual(['one', 'two']);
  end();
  expect(done).toEqual(['one', 'two', 'three']);
});
