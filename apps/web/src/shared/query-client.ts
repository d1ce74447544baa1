import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, readProblem } from './read-problem.ts';

const retries = 2;

// By default a change is told in a task of its own, until which a switch falls back to where it was before the press.
notifyManager.setScheduler(queueMicrotask);

/** The cache of everything the server said. `onLoginExpired` is called when any answer is that the session has ended. */
export function createQueryClient(onLoginExpired: () => void): QueryClient {
  function watch(error: unknown) {
    if (readProblem(error).code === 'LOGIN_EXPIRED') onLoginExpired();
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network a page says so at once, instead of waiting for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => navigator.onLine && count < retries && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
