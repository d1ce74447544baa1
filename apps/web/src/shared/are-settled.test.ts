import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { areSettled } from './are-settled.ts';

function askThatFails() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const key = { queryKey: ['prompt'], queryFn: () => Promise.reject(new Error('no answer')) };
  return { observe: () => new QueryObserver(queries, key) };
}

test('a query that was not answered yet is not settled, one that was is', () => {
  const queries = new QueryClient();
  const read = () => new QueryObserver(queries, { queryKey: ['prompt'], enabled: false }).getCurrentResult();
  expect(areSettled(read())).toBe(false);
  queries.setQueryData(['prompt'], 'yes');
  expect(areSettled(read())).toBe(true);
});

test('one that failed stays settled while somebody else asks it again', async () => {
  const { observe } = askThatFails();
  const first = observe();
  const stop = first.subscribe(() => undefined);
  await expect.poll(() => areSettled(first.getCurrentResult())).toBe(true);
  const stopSecond = observe().subscribe(() => undefined);
  expect(first.getCurrentResult()).toMatchObject({ status: 'pending', failureCount: 0 });
  expect(areSettled(first.getCurrentResult())).toBe(true);
  stopSecond();
  stop();
});
