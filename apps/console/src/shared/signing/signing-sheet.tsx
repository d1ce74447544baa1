import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { XIcon } from '@tern/ui/icons';
import { useId, type ReactNode } from 'react';
import { useOpenDialog } from '../use-open-dialog.ts';
import type { WaitingPlace } from './waiting-place.tsx';
import './signing.css';

/**
 * The sheet at the side of the page in which a decision is read and signed; on a phone it has the whole screen. Its text
 * scrolls, and its buttons stay. Escape and both ways out take it back, but not while it is carried out.
 */
export function SigningSheet(props: {
  title: string;
  /** Which of those that wait this is. */
  place: WaitingPlace | undefined;
  children: ReactNode;
  /** The button that signs. */
  action: ReactNode;
  /** What the way out says: what waits goes on waiting, and what was only entered is gone. */
  out: string;
  /** What went wrong, above the buttons. */
  note?: ReactNode;
  busy: boolean;
  onOut: () => void;
}) {
  const { t } = useLingui();
  const { title, place, children, action, out, note, busy, onOut } = props;
  const dialog = useOpenDialog();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className="signing-sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onOut();
      }}
    >
      <header>
        <div>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {place === undefined ? null : (
            <p className="ink-2">
              <PlaceText place={place} />
            </p>
          )}
        </div>
        <IconButton label={t`Close`} disabled={busy} onClick={onOut}>
          <XIcon />
        </IconButton>
      </header>
      <section className="signing-body" aria-label={t`What you sign`} tabIndex={0}>
        {children}
      </section>
      <footer>
        {note}
        {action}
        <Button kind="quiet" block disabled={busy} onClick={onOut}>
          {out}
        </Button>
      </footer>
    </dialog>
  );
}

/** For example `1 of 4`; more than are read say so. */
export function PlaceText({ place: { at, of, hasMore } }: { place: WaitingPlace }) {
  return hasMore ? (
    <Trans>
      {at} of more than {of}
    </Trans>
  ) : (
    <Trans>
      {at} of {of}
    </Trans>
  );
}
