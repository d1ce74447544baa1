import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import './stray-tap.css';

const strayMs = 400;

/**
 * Whether a tap was meant for what was there before: the second of a double tap lands on what the first one has opened. By
 * the time of the event itself, which a busy page handles late. Keys and readers press without a place (`detail` 0) and
 * never miss.
 */
export function isStrayTap(tap: { readonly detail: number; readonly timeStamp: number }, shownAtMs: number): boolean {
  return tap.detail > 0 && tap.timeStamp - shownAtMs < strayMs;
}

/** What to do with a tap, in its capture phase, on something that appears when `shown` becomes true. */
export function useStrayTapGuard(shown: boolean): (tap: MouseEvent) => void {
  const shownAtMs = useRef(0);
  useLayoutEffect(() => {
    // The clock of the animation in stray-tap.css, which stands still while the page is busy: by any other one a tap that the
    // styles let through again could still be taken for a stray one, and a digit would be missing.
    if (shown) shownAtMs.current = Number(document.timeline.currentTime);
  }, [shown]);
  return (tap) => {
    if (!isStrayTap(tap, shownAtMs.current)) return;
    tap.preventDefault();
    tap.stopPropagation();
  };
}
