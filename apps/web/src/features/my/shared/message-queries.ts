import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { MessageKind } from '@tern/contracts/routes/messages';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** Messages page by page, newest first; of one kind, or all. */
export function messagesQuery(kind: MessageKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [queryTopics.messages, kind],
    queryFn: ({ pageParam, signal }) => api.messages.listMessages({ kind, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.message, id],
    queryFn: ({ signal }) => api.messages.message({ id }, { signal }),
  });
}
