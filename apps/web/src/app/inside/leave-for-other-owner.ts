import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../shared/queries.ts';
import { signedInKey } from '../../shared/session-owner.ts';

/** Starts this tab anew when somebody else logs in in another one: the cookie is theirs now, and this page shows the person before. */
export function leaveForOtherOwner(queries: QueryClient, signal: AbortSignal): void {
  const owner = queries.getQueryData(accountQuery.queryKey)?.personId;
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === signedInKey && newValue !== null && newValue !== owner) location.reload();
    },
    { signal },
  );
}
