import { useEffect, useRef, useSyncExternalStore } from 'react';
import { CheckIcon, InfoIcon } from './icons.tsx';
import { placeToast } from './place-toast.ts';
import { followToast, readToast } from './toast.ts';
import './toast.css';

/** The one place where toasts appear; above sheets too, as a popover of the top layer. */
export function Toaster() {
  const toast = useSyncExternalStore(followToast, readToast);
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
