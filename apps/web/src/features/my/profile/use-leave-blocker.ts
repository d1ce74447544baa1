import { use, useEffect, useId, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router';

/**
 * Holds back the way to another page while `asks` says so of its path; then what the person can do about it. This is the
 * router's `useBlocker`, which as an export of the library every page would load.
 */
export function useLeaveBlocker(
  asks: (pathname: string) => boolean,
): { readonly stay: () => void; readonly leave: () => void } | undefined {
  const router = use(RouterContext)?.router;
  if (router === undefined) throw new Error('a page outside the router');
  const key = useId();
  useEffect(() => {
    router.getBlocker(
      key,
      ({ currentLocation, nextLocation }) =>
        nextLocation.pathname !== currentLocation.pathname && asks(nextLocation.pathname),
    );
  });
  useEffect(() => () => router.deleteBlocker(key), [router, key]);
  const blocker = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => router.state.blockers.get(key),
  );
  return blocker?.state === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : undefined;
}
