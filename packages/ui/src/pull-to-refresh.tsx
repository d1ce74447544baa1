import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { RotateCwIcon } from './icons.tsx';
import './pull-to-refresh.css';

/** How far a finger has to pull before letting go reads again, and how far the sign follows it. */
const enoughPx = 72;
const farthestPx = 96;

/** Reads again when the page is pulled down at its top. A way beside others: live changes arrive by themselves. */
export function PullToRefresh(props: { onRefresh: () => Promise<unknown>; label: string }) {
  const [pulledPx, setPulledPx] = useState(0);
  const [busy, setBusy] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const refresh = useEffectEvent(async () => {
    setBusy(true);
    await props.onRefresh().finally(() => setBusy(false));
  });

  useEffect(() => {
    let from: number | null = null;
    let pulled = 0;
    const leaving = new AbortController();
    const listen = { signal: leaving.signal, passive: true };
    function move(to: number) {
      pulled = to;
      setPulledPx(to);
    }
    function start(event: TouchEvent) {
      const [touch] = event.touches;
      // A page beside another one scrolls by itself, and is not pulled with that one.
      const pane = region.current?.closest('.pane');
      const isOwn = !pane || (pane.scrollTop <= 0 && event.target instanceof Node && pane.contains(event.target));
      const atTop = isOwn && scrollY <= 0 && document.querySelector('dialog[open]') === null;
      from = atTop && event.touches.length === 1 && touch !== undefined ? touch.clientY : null;
    }
    function follow(event: TouchEvent) {
      const [touch] = event.touches;
      if (from === null || touch === undefined) return;
      // Half the finger's way, as if it met resistance.
      move(scrollY > 0 ? 0 : Math.min(farthestPx, Math.max(0, (touch.clientY - from) / 2)));
    }
    function end() {
      if (from === null) return;
      from = null;
      if (pulled >= enoughPx) void refresh();
      move(0);
    }
    function cancel() {
      from = null;
      move(0);
    }
    addEventListener('touchstart', start, listen);
    addEventListener('touchmove', follow, listen);
    addEventListener('touchend', end, listen);
    addEventListener('touchcancel', cancel, listen);
    return () => leaving.abort();
  }, []);

  const shownPx = busy ? enoughPx / 2 : pulledPx;
  return (
    <div ref={region} className="pull" role="status">
      {shownPx > 0 ? (
        <span
          className="pull-sign"
          data-busy={busy || undefined}
          style={{ transform: `translateY(${shownPx}px) rotate(${(pulledPx / enoughPx) * 300}deg)` }}
        >
          <RotateCwIcon size="s" />
          <span className="visually-hidden">{busy ? props.label : ''}</span>
        </span>
      ) : null}
    </div>
  );
}
