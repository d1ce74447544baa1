import { problem } from '@tern/contracts/problem';
import { expect, test } from 'vitest';
import { codeOf } from '../../people/identity/testing/outcome.ts';
import { fairQueue } from './fair-queue.ts';

const refusal = (retryAfterSeconds: number) => problem('TOO_MANY_REQUESTS', { retryAfterSeconds });

/** A queue whose works end when the test says so, with the order in which they began. */
function open(limits: { parallelMax: number; perGroupMax?: number; waitingMax: number }) {
  const queue = fairQueue({ ...limits, refusal });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (group: string, name: string): Promise<string> =>
    queue
      .run(group, () => {
        began.push(name);
        return new Promise<void>((end) => ends.push(end));
      })
      .then(() => 'done', codeOf);
  const endAll = async (works: readonly Promise<string>[]): Promise<readonly string[]> => {
    let left = works.length;
    const outcomes = Promise.all(works.map((work) => work.finally(() => (left -= 1))));
    while (left > 0) {
      ends.shift()?.();
      await Promise.resolve();
    }
    return outcomes;
  };
  return { began, enter, endAll };
}

test('A18 networks take turns: whoever sends most waits behind itself', async () => {
  const { began, enter, endAll } = open({ parallelMax: 1, waitingMax: 10 });
  const works = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name)),
    ...['b1', 'b2'].map((name) => enter('b', name)),
    enter('c', 'c1'),
  ];
  await endAll(works);
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('A18 in a full queue a network with less waiting takes the last place of the one with most', async () => {
  const { began, enter, endAll } = open({ parallelMax: 1, waitingMax: 4 });
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => enter('a', name));
  const late = enter('b', 'b1');
  const outcomes = await endAll([...flood, late]);
  expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'TOO_MANY_REQUESTS', 'done']);
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('A18 what is refused has cost nothing, and is told in how many seconds to come again', async () => {
  const { began, enter, endAll } = open({ parallelMax: 1, waitingMax: 1 });
  const first = enter('a', 'first');
  const second = enter('a', 'second');
  let told: unknown;
  const queue = fairQueue({ parallelMax: 1, waitingMax: 0, refusal });
  const running = queue.run('a', () => first);
  await queue.run('a', async () => undefined).catch((error: unknown) => (told = error));
  expect(await enter('a', 'third')).toBe('TOO_MANY_REQUESTS');
  expect(told).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 1 } });
  await endAll([first, second]);
  await running;
  expect(began).toEqual(['first', 'second']);
});

test('a work that throws gives its place to the next', async () => {
  const queue = fairQueue({ parallelMax: 1, waitingMax: 5, refusal });
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('went on'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('went on');
});

test('A18 one group begins no more at once than it may, and others pass it', async () => {
  const { began, enter, endAll } = open({ parallelMax: 3, perGroupMax: 2, waitingMax: 10 });
  const works = [...['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name)), enter('b', 'b1'), enter('c', 'c1')];
  await Promise.resolve();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  expect(await endAll(works)).toEqual(['done', 'done', 'done', 'done', 'done', 'done']);
  expect(began.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
});
