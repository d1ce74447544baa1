import type { QueryClient } from '@tanstack/react-query';
import { isLogoutPending } from '../../shared/pending-logout-key.ts';
import { accountQuery } from '../../shared/queries.ts';
import { signedInKey } from '../../shared/session-owner.ts';

/**
 * Starts this tab anew when somebody else logs in in another one: the cookie is theirs now, and this page shows the person before.
 * So it does when the person logs out in another one without a connection: no answer will say that the session has ended.
 */
export function leaveForOtherOwner(queries: QueryClient, signal: AbortSignal): void {
  const owner = queries.getQueryData(accountQuery.queryKey)?.personId;
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key !== signedInKey || newValue === owner) return;
      if (newValue !== null || isLogoutPending()) location.reload();
    },
    { signal },
  );
}
