import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from './queries.ts';

/** Asks the server for the account: each answer, and each failure to get one, is noted where all of them are. */
export function askForConnection(queries: QueryClient): void {
  void queries.fetchQuery({ ...accountQuery, staleTime: 0, retry: false }).catch(() => undefined);
}
