import type { QueryClient } from '@tanstack/react-query';
import { askForConnection } from '../../shared/ask-for-connection.ts';
import { followConnection, isConnected, noteConnection } from '../../shared/connection.ts';
import { showLastSeen } from '../../shared/last-seen.ts';

const askEveryMs = 10_000;

/**
 * Until `signal` aborts: without a connection puts what is kept into the cache and asks for a connection again and again;
 * with the first answer has everything read again.
 */
export function watchConnection(queries: QueryClient, signal: AbortSignal): void {
  let asking: ReturnType<typeof setInterval> | undefined;
  const ask = () => askForConnection(queries);
  function follow() {
    clearInterval(asking);
    if (isConnected()) {
      void queries.invalidateQueries();
      return;
    }
    asking = setInterval(ask, askEveryMs);
    // Pages that are opened from now on show what earlier visits have read.
    void showLastSeen(queries);
  }
  if (!isConnected()) follow();
  const stop = followConnection(follow);
  addEventListener('online', ask, { signal });
  addEventListener('offline', () => noteConnection(false), { signal });
  signal.addEventListener('abort', () => {
    clearInterval(asking);
    stop();
  });
}
