import { depthOf } from '@tern/ui/open-layers';
import { use, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router';

type Leaving = { readonly isAsked: boolean; readonly stay: () => void; readonly leave: () => void };

/**
 * Holds back the way to another page while `asks` says so of its path, and says when to ask about it. This is the router's
 * `useBlocker`, which as an export of the library every page would load, and which knows nothing of the entry that an open
 * sheet has in the history: it is asked on this page's own entry, and left from there.
 */
export function useLeaveBlocker(asks: (pathname: string) => boolean): Leaving {
  const router = use(RouterContext)?.router;
  if (router === undefined) throw new Error('a page outside the router');
  const key = useId();
  const [step, setStep] = useState<'ask' | 'leave'>();
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
  useEffect(() => {
    if (blocker?.state !== 'blocked' || step === 'ask') return;
    // A way back that was held back is undone by going forward again, which takes the browser a moment.
    return onOwnEntry(router.state.location.key, () => {
      if (step === 'leave') blocker.proceed();
      else setStep('ask');
    });
  }, [router, blocker, step]);
  const isBlocked = blocker?.state === 'blocked';
  return {
    isAsked: isBlocked && step === 'ask',
    stay() {
      setStep(undefined);
      if (isBlocked) blocker.reset();
    },
    leave: () => setStep('leave'),
  };
}

/** Waits until the browser's history is at this entry, with no sheet's entry above it. Returns what ends the waiting. */
function onOwnEntry(key: string, work: () => void): () => void {
  let frame = 0;
  const look = () => {
    if (keyOf(history.state) === key && depthOf(history.state) === 0) work();
    else frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

/** As the router names an entry: the first one has no key of its own. */
function keyOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : 'default';
}
