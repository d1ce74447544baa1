import { useEffect, useRef, useState } from 'react';
import { openLayer } from './open-layers.ts';

/** While `open`, going back (the browser's button, Android's, a swipe) calls `onBack` instead of leaving the page. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (!open) return;
    // Where it is open still after this turn, because it must not be interrupted, it gets its entry again.
    const goBack = () => {
      setTurns(turns + 1);
      latest.current();
    };
    return openLayer({ goBack });
  }, [open, turns]);
}
