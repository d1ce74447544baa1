import type { QueryClient } from '@tanstack/react-query';
import { askForConnection } from '../../shared/ask-for-connection.ts';
import { followConnection, isConnected, noteConnection } from '../../shared/connection.ts';

const askEveryMs = 10_000;

/** Until `signal` aborts: without a connection asks for one again and again, and with the first answer has everything read again. */
export function watchConnection(queries: QueryClient, signal: AbortSignal): void {
  let asking: ReturnType<typeof setInterval> | undefined;
  const ask = () => askForConnection(queries);
  function follow() {
    clearInterval(asking);
    if (!isConnected()) asking = setInterval(ask, askEveryMs);
    else void queries.invalidateQueries();
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
