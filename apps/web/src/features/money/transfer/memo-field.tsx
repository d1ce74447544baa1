import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { MemoNote } from './memo-note.tsx';

/** A note to the transfer, out of the way until it is wanted. */
export function MemoField(props: {
  value: string;
  error: string | undefined;
  /** Settled inside: the receiver has a record with the memo too. */
  isInternal: boolean;
  onChange: (memo: string) => void;
}) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(props.value !== '');
  const input = useRef<HTMLInputElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    // Asked for by the person, who means to type right away.
    if (wasOpened.current) input.current?.focus();
  }, [opened]);
  function open() {
    wasOpened.current = true;
    setOpened(true);
  }
  if (!opened) {
    return (
      <Button kind="text" small className="transfer-memo-button" onClick={open}>
        <Trans>Add a memo</Trans>
      </Button>
    );
  }
  return (
    <TextField
      label={t`Memo (optional)`}
      name="memo"
      ref={input}
      autoComplete="off"
      maxLength={200}
      value={props.value}
      error={props.error}
      hint={<MemoNote isInternal={props.isInternal} />}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
