import { useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { TextField } from '@tern/ui/text-field';
import { useState, type FormEvent, type ReactNode } from 'react';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';

/** Asks for a wallet's name. */
export function WalletNameForm(props: {
  initial: string;
  busy: boolean;
  problem: Problem | undefined;
  submitLabel: ReactNode;
  onChange: () => void;
  onSubmit: (name: string) => void;
}) {
  const { t } = useLingui();
  const { problem } = props;
  const [name, setName] = useState(props.initial);
  const [checked, setChecked] = useState(false);
  const isOfName = problem?.code === 'WALLET_NAME_INVALID';
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== '') props.onSubmit(name);
  }
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextField
        label={t`Name`}
        name="wallet-name"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={
          isOfName ? problemText(problem) : checked && name.trim() === '' ? t`Enter a name for the wallet` : undefined
        }
        hint={t`Only you see it.`}
        onChange={(event) => {
          props.onChange();
          setName(event.target.value);
        }}
      />
      {problem === undefined || isOfName ? null : (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      )}
      <Button type="submit" block busy={props.busy}>
        {props.submitLabel}
      </Button>
    </form>
  );
}
