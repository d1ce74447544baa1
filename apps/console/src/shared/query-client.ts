import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ORPCError } from '@orpc/client';
import { isLoginExpired } from './problem-texts.ts';

const retries = 2;

/** The cache of everything the server said. `onLoginExpired` is called when any answer is that the session has ended. */
export function createQueryClient(onLoginExpired: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isLoginExpired(error)) onLoginExpired();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => count < retries && !(error instanceof ORPCError) },
    },
  });
}
