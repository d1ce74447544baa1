import type { QueryClient } from '@tanstack/react-query';
import { loadTexts } from '../../shared/i18n.ts';
import { addressBookQuery } from '../../shared/inside/address-book-query.ts';
import { recordsQuery } from '../../shared/inside/records/record-queries.ts';
import { rulesQuery } from '../../shared/inside/rules-query.ts';
import { accountQuery } from '../../shared/queries.ts';
import { receiveQuery } from '../../shared/wallet-queries.ts';

const afterMs = 4000;
/** What the pages say that somebody may open without a connection, or be told there that they need one. */
const streets = ['home', 'money', 'records', 'my', 'settings', 'safety', 'activity', 'reward', 'sites', 'help'];

/**
 * Once the app itself is kept for times without a network, fetches what is missing then: the texts of its pages, and what
 * somebody needs first without a network and has perhaps not opened yet.
 */
export async function prepareOffline(queries: QueryClient, signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  // The page itself comes first.
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const account = queries.getQueryData(accountQuery.queryKey);
  if (signal.aborted || account === undefined) return;
  await Promise.allSettled([
    ...streets.map((street) => loadTexts(street)),
    queries.prefetchQuery(receiveQuery(account.defaultWalletId)),
    queries.prefetchQuery(addressBookQuery),
    queries.prefetchQuery(rulesQuery),
    queries.prefetchInfiniteQuery(recordsQuery({ filter: 'all' })),
  ]);
}
