import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { siteRequestsQuery } from '../../shared/inside/site-requests-query.ts';
import { paths } from '../../shared/paths.ts';

// Hardly anybody has a site that asks: what says so comes when one does.
const RequestBar = lazy(async () => ({ default: (await import('./request-bar.tsx')).RequestBar }));

/** Where requests are shown anyway. */
const ownPages: readonly string[] = [paths.siteRequest, paths.connectedSites];

/** The bar of the request of a connected site that waits for an answer; nothing while none does. */
export function RequestNotice() {
  const { pathname } = useLocation();
  const { data } = useQuery(siteRequestsQuery);
  const next = data?.requests.find(({ state }) => state === 'waiting');
  if (next === undefined || ownPages.includes(pathname)) return null;
  return (
    <Suspense>
      <RequestBar request={next} />
    </Suspense>
  );
}
