import { useLingui } from '@lingui/react/macro';
import { memo, useEffect, useId, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { XIcon } from './icons.tsx';
import { lowerSheet, raiseSheet } from './move-sheet.ts';
import './sheet.css';
import { useStrayTapGuard } from './stray-tap.ts';
import { useBackCloses } from './use-back-closes.ts';

export type SheetProps = {
  open: boolean;
  /** Asked for by ✕, drag, Escape, the system's back or a press beside the sheet. */
  onClose: () => void;
  title: ReactNode;
  note?: ReactNode;
  /** While something runs that must not be interrupted by an accidental press beside the sheet. */
  busy?: boolean;
  children: ReactNode;
};

const dragToClosePx = 96;

/** A dialog that rises from the lower edge: the platform's own modal dialog, so focus, Escape and inertness are its. */
export function Sheet(props: SheetProps) {
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [drawn, setDrawn] = useState(props.open);
  if (props.open && !drawn) setDrawn(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (props.open) return raiseSheet(element);
    let stopped = false;
    // The content stays until the sheet has left the screen.
    void lowerSheet(element).then(() => {
      if (!stopped) setDrawn(false);
    });
    return () => {
      stopped = true;
    };
  }, [props.open, drawn]);

  useBackCloses(props.open, () => {
    if (!props.busy) props.onClose();
  });
  const guard = useStrayTapGuard(props.open);
  const drag = useDragToClose(props.onClose);
  if (!drawn) return null;
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      // Without it a second Escape closes the dialog by force.
      closedby={props.busy ? 'none' : undefined}
      onClickCapture={(event) => {
        guard(event);
        // The dialog's own box ends where its content does: a press that hits the dialog itself hit what lies beside it.
        if (event.target === event.currentTarget && !props.busy && !event.defaultPrevented) props.onClose();
      }}
      onCancel={(event) => {
        // React passes on that of a sheet inside, which the platform does not.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!props.busy) props.onClose();
      }}
    >
      <Kept open={props.open}>
        <div className="sheet-body">
          <div className="sheet-top" {...drag}>
            <span className="sheet-grab" />
            <div className="sheet-head">
              <div className="grow">
                <h2 id={titleId} className="title-2" tabIndex={-1}>
                  {props.title}
                </h2>
                {props.note === undefined ? null : <p className="caption">{props.note}</p>}
              </div>
              <IconButton label={t`Close`} onClick={props.onClose}>
                <XIcon />
              </IconButton>
            </div>
          </div>
          {props.children}
        </div>
      </Kept>
    </dialog>
  );
}

/** While the sheet leaves, it stays as it was: what it shows may be gone already. */
const Kept = memo(
  (props: { open: boolean; children: ReactNode }) => props.children,
  (_before, now) => !now.open,
);

function useDragToClose(onClose: () => void) {
  const from = useRef<number | null>(null);
  function settle(event: PointerEvent<HTMLDivElement>, distancePx: number) {
    const sheet = event.currentTarget.closest('dialog');
    sheet?.style.removeProperty('translate');
    sheet?.style.removeProperty('transition');
    from.current = null;
    if (distancePx > dragToClosePx) onClose();
  }
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const sheet = event.currentTarget.closest('dialog');
      if (from.current === null || !sheet) return;
      sheet.style.transition = 'none';
      sheet.style.translate = `0 ${Math.max(0, event.clientY - from.current)}px`;
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      if (from.current !== null) settle(event, event.clientY - from.current);
    },
    onPointerCancel(event: PointerEvent<HTMLDivElement>) {
      settle(event, 0);
    },
  };
}
