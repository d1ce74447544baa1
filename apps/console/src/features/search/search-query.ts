import { queryOptions } from '@tanstack/react-query';
import { looksLikeContact } from '@tern/contracts/looks-like-contact';
import { api } from '../../shared/api.ts';

/** From how many characters on something is looked for. */
export const leastTyped = 2;
const pauseMs = 150;

/** Whether the server is asked by itself while somebody types: a contact is only looked for when they say so. */
export function isSearched(typed: string): boolean {
  return typed.length >= leastTyped && !looksLikeContact(typed);
}

/** What a text leads to. Asked after a pause, and no longer once another text is asked for; nothing of it is kept. */
export function searchQuery(typed: string) {
  return queryOptions({
    queryKey: ['search', typed],
    queryFn: async ({ signal }) => {
      await pause(signal);
      return api.search.findTargets({ typed }, { signal });
    },
    enabled: isSearched(typed),
    gcTime: 0,
    retry: false,
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
