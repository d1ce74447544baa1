import { queryOptions } from '@tanstack/react-query';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { api } from './api.ts';

/** What is set aside and open, what is proposed, and what was decided last. */
export const changesQuery = queryOptions({
  queryKey: ['changes'],
  queryFn: readChanges,
  refetchInterval: 10_000,
});

/** Every page of the proposals: each room shows those of its own kind, which may be on any of them. */
async function readChanges(): Promise<Omit<ChangesView, 'next'>> {
  const { next: second, changes: found, ...view } = await api.changes.showChanges({});
  const changes = [...found];
  let next = second;
  while (next !== null) {
    const page = await api.changes.showChanges({ after: next });
    changes.push(...page.changes);
    next = page.next;
  }
  const isOpen = ({ state }: ChangesView['changes'][number]): boolean => state === 'proposed';
  return { ...view, changes: [...changes.filter(isOpen), ...changes.filter((change) => !isOpen(change))] };
}
