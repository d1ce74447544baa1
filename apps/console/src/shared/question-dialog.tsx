import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useId, type ReactNode } from 'react';
import { useOpenDialog } from './use-open-dialog.ts';
import './signing/signing.css';

/** A question over the page, open as long as it stands. Escape and *Cancel* take it back, but not while it is carried out. */
export function QuestionDialog(props: {
  title: ReactNode;
  children: ReactNode;
  /** The button that says yes. */
  action: ReactNode;
  /** What went wrong, below the buttons. */
  note?: ReactNode;
  busy: boolean;
  onCancel: () => void;
}) {
  const { title, children, action, note, busy, onCancel } = props;
  const dialog = useOpenDialog();
  const titleId = useId();
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
        {action}
      </footer>
      {note}
    </dialog>
  );
}
