import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

/** How many messages wait to be read; shown wherever messages are reached from. */
export const unreadQuery = queryOptions({
  queryKey: [queryTopics.unread],
  queryFn: ({ signal }) => api.messages.unreadMessages({}, { signal }),
});

export const messageSettingsQuery = queryOptions({
  queryKey: ['message-settings'],
  queryFn: ({ signal }) => api.messages.messageSettings({}, { signal }),
});
