import type { SnapshotView } from '@tern/contracts/routes/check';
import { expect, test } from 'vitest';
import { listBack, type ListPage } from './list-back.ts';

// Goal: however long somebody was away, what they are shown hangs together with what they saw; and no server keeps them asking.

/** A server with as many snapshots, and what it was asked. */
function serve(count: number) {
  const asked: (number | undefined)[] = [];
  const list: ListPage = ({ before = count + 1, limit }) => {
    asked.push(before === count + 1 ? undefined : before);
    const from = before - 1;
    const numbers = Array.from({ length: Math.min(limit, from) }, (_, at) => from - at);
    const snapshots = numbers.map((number) => ({ number }) as SnapshotView);
    return Promise.resolve({ snapshots, nextBefore: numbers.length < limit ? null : (numbers.at(-1) ?? null) });
  };
  return { list, asked };
}
const numbersOf = (snapshots: readonly SnapshotView[]) => snapshots.map(({ number }) => number);

test('one page is enough where the remembered statement is in it, or none is remembered', async () => {
  for (const downTo of [400, 311, Infinity]) {
    const { list, asked } = serve(400);
    expect(numbersOf(await listBack(list, { limit: 90, downTo }))).toHaveLength(90);
    expect(asked).toEqual([undefined]);
  }
});

test('whoever was away for long is shown all statements back to theirs, without a gap', async () => {
  const { list, asked } = serve(400);
  const found = numbersOf(await listBack(list, { limit: 90, downTo: 150 }));
  expect(found).toEqual(Array.from({ length: 290 }, (_, at) => 400 - at));
  expect(asked).toEqual([undefined, 311, 211]);
});

test('a server that has no more, or goes round in circles, is not asked for ever', async () => {
  const { list } = serve(120);
  expect(numbersOf(await listBack(list, { limit: 90, downTo: -5 }))).toHaveLength(120);
  let asked = 0;
  const circle: ListPage = () => {
    asked += 1;
    return Promise.resolve({ snapshots: [{ number: 7 } as SnapshotView], nextBefore: 7 });
  };
  expect(numbersOf(await listBack(circle, { limit: 90, downTo: 1 }))).toEqual([7]);
  expect(asked).toBe(2);
});
