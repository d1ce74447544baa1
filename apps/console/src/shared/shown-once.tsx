import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import type { ReactNode } from 'react';
import './shown-once.css';

/** A value that the server cannot show a second time, with whom it is for; it stays until somebody says that it was passed on. */
export function ShownOnce(props: { value: string; children: ReactNode; onClose: () => void }) {
  return (
    <Alert kind="info" announce>
      <div className="shown-once">
        <p className="grow">{props.children}</p>
        <code className="mono" dir="ltr">
          {props.value}
        </code>
        <Button kind="quiet" onClick={props.onClose}>
          <Trans>I have passed it on</Trans>
        </Button>
      </div>
    </Alert>
  );
}
