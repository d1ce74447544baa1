import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Checkbox } from '@tern/ui/checkbox';
import { CopyIcon, DownloadIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { saveBlob } from '../../../shared/start-download.ts';
import { useWarningBeforeLeaving } from '../../../shared/use-warning-before-leaving.ts';

/** Codes that stand in for a lost authenticator: shown once, so leaving waits for the tick. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  useWarningBeforeLeaving(!saved);
  const text = `${props.codes.join('\n')}\n`;
  return (
    <>
      <div className="stack gap-2">
        <h2 ref={heading} className="title-2 factors-heading" tabIndex={-1}>
          <Trans>Save your recovery codes</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            If you lose the authenticator, log in with one of these codes, remove the authenticator and bind a new one.
            Each code works once. Transfers and the address book need the authenticator itself.
          </Trans>
        </p>
      </div>
      <ul className="factors-codes">
        {props.codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr" translate="no">
              {code}
            </bdi>
          </li>
        ))}
      </ul>
      <div className="factors-actions">
        <Button kind="quiet" small onClick={() => void copyAndTell(text, t`Recovery codes copied`, t`Copying failed`)}>
          <CopyIcon size="s" />
          <Trans>Copy</Trans>
        </Button>
        <Button
          kind="quiet"
          small
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <DownloadIcon size="s" />
          <Trans>Save as a file</Trans>
        </Button>
      </div>
      <Alert kind="warning">
        <Trans>We show them only once. Keep them on paper or in a password manager, not next to your passwords.</Trans>
      </Alert>
      <Checkbox checked={saved} onChange={setSaved}>
        <Trans>I’ve saved the codes</Trans>
      </Checkbox>
      <Button block disabled={!saved} onClick={props.onDone}>
        {saved ? <Trans>Done</Trans> : <Trans>Save the codes first</Trans>}
      </Button>
    </>
  );
}
