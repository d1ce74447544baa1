import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { useState, type ReactNode } from 'react';
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

/** Values that came one after the other; none goes before somebody says that it was passed on. */
export function useShownOnce(say: ReactNode): { readonly shown: ReactNode; readonly show: (value: string) => void } {
  const [values, setValues] = useState<readonly string[]>([]);
  return {
    shown: values.map((value) => (
      <ShownOnce key={value} value={value} onClose={() => setValues((kept) => kept.filter((each) => each !== value))}>
        {say}
      </ShownOnce>
    )),
    show: (value) => setValues((kept) => [...kept, value]),
  };
}
