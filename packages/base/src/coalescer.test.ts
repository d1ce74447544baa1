import { describe, expect, test } from 'vitest';
import { openCoalescer, type CoalescerOptions } from './coalescer.ts';

type Item = { readonly key: string; readonly weight?: number };

/** A queue over a pretended store that writes down what reached it; `gate` holds every call until it is opened. */
function open(options: Partial<CoalescerOptions<Item, string>> = {}) {
  const calls: string[] = [];
  const release = Promise.withResolvers<undefined>();
  const coalescer = openCoalescer<Item, string>({
    together: async (items) => {
      calls.push(items.map(({ key }) => key).join('+'));
      await release.promise;
      return items.map(({ key }) => `did ${key}`);
    },
    alone: async ({ key }) => {
      calls.push(key);
      await release.promise;
      return `did ${key}`;
    },
    isHarmless: () => false,
    keyOf: ({ key }) => key,
    weightOf: ({ weight = 1 }) => weight,
    weightMax: 4,
    ...options,
  });
  return {
    calls,
    submit: (...keys: readonly (string | Item)[]) =>
      Promise.allSettled(keys.map((key) => coalescer.submit(typeof key === 'string' ? { key } : key))),
    open: () => release.resolve(undefined),
  };
}

const outcomes = (settled: readonly PromiseSettledResult<string>[]): readonly string[] =>
  settled.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));

test('a single item goes alone', async () => {
  const queue = open();
  queue.open();
  expect(outcomes(await queue.submit('a'))).toEqual(['did a']);
  expect(queue.calls).toEqual(['a']);
});

test('what comes while a batch is under way goes together, in order, and each gets its own reply', async () => {
  const queue = open();
  const first = queue.submit('a');
  await new Promise(setImmediate);
  const rest = queue.submit('b', 'c', 'd');
  queue.open();
  expect(outcomes([...(await first), ...(await rest)])).toEqual(['did a', 'did b', 'did c', 'did d']);
  expect(queue.calls).toEqual(['a', 'b+c+d']);
});

test('a batch ends at its weight, and an item above it goes alone', async () => {
  const queue = open();
  queue.open();
  await queue.submit({ key: 'a', weight: 3 }, 'b', 'c', { key: 'd', weight: 9 }, 'e', 'f');
  expect(queue.calls).toEqual(['a+b', 'c', 'd', 'e+f']);
});

test('where items gather, those that come within that time share a batch, and a full one waits for nobody', async () => {
  let gatherMs = 50;
  const queue = open({ gatherMs: () => gatherMs });
  queue.open();
  const first = queue.submit('a');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([first, queue.submit('b', 'c')]);
  gatherMs = 60_000;
  await queue.submit('d', 'e', 'f', 'g');
  expect(queue.calls).toEqual(['a+b+c', 'd+e+f+g']);
});

test('M02 two items of one key never share a batch', async () => {
  const queue = open();
  queue.open();
  await queue.submit('a', 'b', 'a', 'a');
  expect(queue.calls).toEqual(['a+b', 'a', 'a']);
});

test('an item whose key is in the batch already lets others pass, and items of one key keep their order', async () => {
  const queue = open();
  queue.open();
  await queue.submit('a', 'a', 'b', 'a', 'b', 'c');
  expect(queue.calls).toEqual(['a+b+c', 'a+b', 'a']);
});

test('without a way of its own a single item is a batch of one, answered or refused', async () => {
  const together = async (items: readonly Item[]) => items.map(({ key }) => (key === 'b' ? new Error('no') : key));
  const coalescer = openCoalescer<Item, string>({
    together,
    isHarmless: () => false,
    weightOf: () => 1,
    weightMax: 4,
  });
  expect(await coalescer.submit({ key: 'a' })).toBe('a');
  await expect(coalescer.submit({ key: 'b' })).rejects.toThrow('no');
});

test('an error in the place of an item rejects that one alone', async () => {
  const queue = open({ together: async (items) => items.map(({ key }) => (key === 'b' ? new Error('no') : key)) });
  expect(outcomes(await queue.submit('a', 'b', 'c'))).toEqual(['a', 'Error: no', 'c']);
});

test('a batch that was rolled back is done one by one, so that only the culprit fails', async () => {
  const queue = open({
    together: () => Promise.reject(new Error('rolled back')),
    isHarmless: () => true,
    alone: ({ key }) => (key === 'b' ? Promise.reject(new Error('broken')) : Promise.resolve(key)),
  });
  expect(outcomes(await queue.submit('a', 'b', 'c'))).toEqual(['a', 'Error: broken', 'c']);
});

test('a batch whose outcome is unknown rejects all of its items and is not repeated; the next one goes on', async () => {
  let broken = true;
  const queue = open({
    together: (items) => {
      if (!broken) return Promise.resolve(items.map(({ key }) => key));
      broken = false;
      return Promise.reject(new Error('connection lost'));
    },
  });
  expect(outcomes(await queue.submit('a', 'b'))).toEqual(['Error: connection lost', 'Error: connection lost']);
  expect(outcomes(await queue.submit('a', 'b'))).toEqual(['a', 'b']);
});

describe('side by side', () => {
  const sideBySide = { batches: 2, itemsMin: 3 };
  const weightMax = 100;

  test('where enough items wait they are shared out among batches that are under way at once', async () => {
    const queue = open({ sideBySide, weightMax });
    const all = queue.submit(...'abcdefgh');
    await new Promise(setImmediate);
    expect(queue.calls).toEqual(['a+b+c+d', 'e+f+g+h']);
    queue.open();
    expect(outcomes(await all)).toEqual([...'abcdefgh'].map((key) => `did ${key}`));
  });

  test('few items do not make two batches, and what comes too sparsely for a second waits for the first', async () => {
    const queue = open({ sideBySide, weightMax });
    const first = queue.submit('a', 'b', 'c', 'd');
    await new Promise(setImmediate);
    const rest = queue.submit('e', 'f');
    await new Promise(setImmediate);
    expect(queue.calls).toEqual(['a+b+c+d']);
    queue.open();
    expect(outcomes([...(await first), ...(await rest)])).toEqual([...'abcdef'].map((key) => `did ${key}`));
    expect(queue.calls).toEqual(['a+b+c+d', 'e+f']);
  });

  test('no more batches than that are under way, and nothing that waits is forgotten', async () => {
    const queue = open({ sideBySide, weightMax });
    const parts = [];
    for (const keys of ['abc', 'defg', 'hijk', 'l']) {
      parts.push(queue.submit(...keys));
      await new Promise(setImmediate);
    }
    expect(queue.calls).toEqual(['a+b+c', 'd+e+f+g']);
    queue.open();
    expect(outcomes((await Promise.all(parts)).flat())).toEqual([...'abcdefghijkl'].map((key) => `did ${key}`));
    expect(queue.calls.join('+').split('+').toSorted()).toEqual([...'abcdefghijkl']);
  });
});
