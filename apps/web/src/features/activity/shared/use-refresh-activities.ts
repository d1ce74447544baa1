import { useQueryClient } from '@tanstack/react-query';
import { queryTopics } from '../../../shared/queries.ts';

/** Has everything about activities read again. */
export function useRefreshActivities(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [queryTopics.activities, queryTopics.activity].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
    );
}
