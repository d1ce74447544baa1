import { depthOf } from '@tern/ui/open-layers';
import { useEffect, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';

type Leaving = { readonly isAsked: boolean; readonly stay: () => void; readonly leave: () => void };

/**
 * Holds back the way to another page while `asks` says so of its path, and says when to ask about it: on this page's own entry
 * of the history, where a sheet can put its entry above, and from where the page is left.
 */
export function useLeaveBlocker(asks: (pathname: string) => boolean): Leaving {
  const { key, pathname } = useLocation();
  // Once the router has left this page, a way back to it is not held, although the page is still drawn for a moment.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname === pathname && nextLocation.pathname !== pathname && asks(nextLocation.pathname),
  );
  // Of one way that is held back, not of the next: the router tells a little later that it has let go of it.
  const [said, setSaid] = useState<{ readonly of: typeof blocker; readonly step: 'ask' | 'stay' | 'leave' }>();
  const step = said?.of === blocker ? said.step : undefined;
  useEffect(() => {
    if (blocker.state !== 'blocked' || step === 'ask' || step === 'stay') return;
    // A way back that was held back is undone by going forward again, which takes the browser a moment.
    return onOwnEntry(key, () => {
      if (step === 'leave') blocker.proceed();
      else setSaid({ of: blocker, step: 'ask' });
    });
  }, [blocker, key, step]);
  return {
    isAsked: step === 'ask',
    stay() {
      setSaid({ of: blocker, step: 'stay' });
      blocker.reset?.();
    },
    leave: () => setSaid({ of: blocker, step: 'leave' }),
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
