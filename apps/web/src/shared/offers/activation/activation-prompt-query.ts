import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { queryTopics } from '../../queries.ts';

/** Whether to prompt for activation, and how its bonus may be shown to this person. */
export const activationPromptQuery = queryOptions({
  queryKey: [queryTopics.activationPrompt],
  queryFn: ({ signal }) => api.promotions.activationPrompt({}, { signal }),
});
