import { useEffect, useRef, useSyncExternalStore } from 'react';
import { CheckIcon, InfoIcon } from './icons.tsx';
import { placeToast } from './place-toast.ts';
import './toast.css';

export type Toast = { id: number; text: string; kind: 'done' | 'info' };

const shownForMs = 4000;
let current: Toast | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(toast: Toast | null) {
  current = toast;
  for (const listener of listeners) listener();
}

/** Says something small for four seconds. One at a time, and never the only place of a message. */
export function showToast(text: string, kind: Toast['kind'] = 'done') {
  clearTimeout(timer);
  count += 1;
  change({ id: count, text, kind });
  timer = setTimeout(() => change(null), shownForMs);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one place where toasts appear; above sheets too, as a popover of the top layer. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element || toast === null) return;
    element.showPopover();
    const place = () => placeToast(element);
    place();
    // What could be pressed may have come to lie below it.
    addEventListener('scrollend', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scrollend', place, true);
      removeEventListener('resize', place);
      element.hidePopover();
    };
  }, [toast]);
  return (
    <div ref={region} className="toaster" role="status" popover="manual">
      {toast === null ? null : (
        <p key={toast.id} className="toast">
          {toast.kind === 'done' ? <CheckIcon size="s" /> : <InfoIcon size="s" />}
          <span>{toast.text}</span>
        </p>
      )}
    </div>
  );
}
