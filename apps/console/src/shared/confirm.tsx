import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import './signing/signing.css';

/** A question before something that is not signed and cannot be taken back. Nothing happens until it is said yes to. */
export function Confirm(props: {
  title: ReactNode;
  /** What is about to happen, with amounts and names. */
  children: ReactNode;
  /** The verb of the button that does it. */
  label: ReactNode;
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { title, children, label, danger, busy, onConfirm, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="signing"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <footer className="cluster wrap">
        <Button kind="quiet" disabled={busy} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {label}
        </Button>
      </footer>
    </dialog>
  );
}
