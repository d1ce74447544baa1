import { Button } from '@tern/ui/button';
import type { ReactNode } from 'react';
import { QuestionDialog } from './question-dialog.tsx';

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
  return (
    <QuestionDialog
      title={title}
      busy={busy}
      onCancel={onCancel}
      action={
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {label}
        </Button>
      }
    >
      {children}
    </QuestionDialog>
  );
}
