import { i18n } from '@lingui/core';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ActivityTab } from '@tern/contracts/routes/activities';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** Activities page by page, in the texts of the language the page is in. */
export function activitiesQuery(tab: ActivityTab) {
  const language = i18n.locale;
  return infiniteQueryOptions({
    queryKey: [queryTopics.activities, tab, language],
    queryFn: ({ pageParam, signal }) => api.activities.listActivities({ tab, language, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function activityQuery(id: string) {
  const language = i18n.locale;
  return queryOptions({
    queryKey: [queryTopics.activity, id, language],
    queryFn: ({ signal }) => api.activities.activity({ id, language }, { signal }),
  });
}
