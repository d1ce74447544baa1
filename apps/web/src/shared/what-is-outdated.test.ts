import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { whatIsOutdated } from './what-is-outdated.ts';

// Goal: where a stream begins, what may be old is read again and nothing else. Method: the answers of a page, each of another age.

const topics = new Set(['overview', 'messages', 'wallets', 'records']);

/** One answer of this page, one kept on the device, one known to be old, one that is under way, and two that no event names. */
async function openPage(): Promise<(changed: Parameters<typeof whatIsOutdated>[0]) => readonly unknown[]> {
  const queries = new QueryClient();
  const { timeOrigin } = performance;
  for (const topic of ['overview', 'wallets', 'prices', 'installation'])
    queries.setQueryData([topic], 'answer', { updatedAt: timeOrigin + 1_000 });
  queries.setQueryData(['messages'], 'kept', { updatedAt: timeOrigin - 60_000 });
  await queries.invalidateQueries({ queryKey: ['wallets'] });
  void queries.prefetchQuery({ queryKey: ['records'], queryFn: () => new Promise<string>(() => undefined) });
  return (changed) =>
    queries
      .getQueryCache()
      .findAll({ predicate: whatIsOutdated(changed, topics) })
      .map(({ queryKey: [topic] }) => topic)
      .toSorted();
}

test('where nothing has changed, only what the device had kept and what is known to be old is read again', async () => {
  expect((await openPage())('nothing')).toEqual(['messages', 'wallets']);
});

test('where something may have changed, everything that events name is read again, also what is under way', async () => {
  expect((await openPage())('news')).toEqual(['messages', 'overview', 'records', 'wallets']);
});

test('after a break everything is read again but what the installation says', async () => {
  expect((await openPage())('anything')).toEqual(['messages', 'overview', 'prices', 'records', 'wallets']);
});
