import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { whenStill } from '@tern/ui/when-still';
import { askForConnection } from './ask-for-connection.ts';
import { isConnected, noteConnection } from './connection.ts';
import { accountQuery, queryTopics } from './queries.ts';
import { isPassing, readProblem } from './read-problem.ts';

const retries = 2;
/** What the server is asked for; a few other queries ask the browser. */
const asked: ReadonlySet<unknown> = new Set(Object.values(queryTopics));

// By default a change is told in a task of its own, until which a switch falls back to where it was before the press. What
// arrives while a sheet rises is drawn once it stands.
notifyManager.setScheduler(whenStill);

/** The cache of everything the server said. `onLoginExpired` is called when any answer is that the session has ended. */
export function createQueryClient(onLoginExpired: () => void): QueryClient {
  function watch(error: unknown, queryKey?: QueryKey) {
    const { code } = readProblem(error);
    if (code !== 'NETWORK') noteConnection(true);
    // What `fetch` throws where it reaches nobody; an answer that is no answer of ours is trouble of another kind.
    else if (error instanceof TypeError) followUp(queryKey);
    if (code === 'LOGIN_EXPIRED') onLoginExpired();
  }
  /** One request may fail alone: there is no connection where the account cannot be asked for either. */
  function followUp(queryKey: QueryKey | undefined) {
    if (queryKey?.[0] === queryTopics.account) noteConnection(false);
    else if (queries.getQueryData(accountQuery.queryKey) !== undefined) askForConnection(queries);
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => watch(error, queryKey),
      onSuccess: (_data, { queryKey }) => {
        if (asked.has(queryKey[0])) noteConnection(true);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => watch(error) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network a page says so at once, instead of waiting for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => isConnected() && navigator.onLine && count < retries && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}
