import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

const everyMs = 30_000;

/** How the service is, with announcements in `language` where they are written in it; asked again while it is looked at. */
export function statusQuery(language: string) {
  return queryOptions({
    queryKey: [queryTopics.status, language],
    queryFn: () => api.status.status({ language }),
    refetchInterval: everyMs,
  });
}
