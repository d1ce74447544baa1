import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PasskeyView } from '@tern/contracts/routes/protection';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { keepAnswer } from '../../../shared/keep-answer.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { passkeysQuery } from './passkey-queries.ts';

const nameMax = 40;

/** One passkey: its name, and the way to remove it. */
export function PasskeySheet(props: {
  passkey: PasskeyView | undefined;
  onClose: () => void;
  onRemove: (passkey: PasskeyView) => void;
}) {
  const { t } = useLingui();
  const { passkey } = props;
  return (
    <Sheet open={passkey !== undefined} title={t`Passkey`} onClose={props.onClose}>
      {passkey === undefined ? null : (
        <>
          <RenameForm key={passkey.id} passkey={passkey} onDone={props.onClose} />
          <p className="caption">
            {passkey.synced ? (
              <Trans>Its maker keeps it in your account there, so it works on your other devices too.</Trans>
            ) : (
              <Trans>It lives on one device only.</Trans>
            )}
          </p>
          <Button kind="danger" block onClick={() => props.onRemove(passkey)}>
            <Trans>Remove this passkey</Trans>
          </Button>
        </>
      )}
    </Sheet>
  );
}

function RenameForm(props: { passkey: PasskeyView; onDone: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { passkey } = props;
  const [name, setName] = useState(passkey.name);
  const renaming = useMutation({
    mutationFn: () => api.protection.renamePasskey({ passkeyId: passkey.id, name }),
    onSuccess: async (list) => {
      await keepAnswer(queries, passkeysQuery.queryKey, list);
      props.onDone();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') renaming.mutate();
  }
  return (
    <form className="stack gap-4" noValidate onSubmit={submit}>
      <TextField
        label={t`Name`}
        name="passkey-name"
        autoComplete="off"
        maxLength={nameMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {renaming.error ? (
        <Alert kind="danger" announce>
          {problemText(readProblem(renaming.error))}
        </Alert>
      ) : null}
      <Button type="submit" kind="quiet" block busy={renaming.isPending} disabled={name.trim() === ''}>
        <Trans>Save the name</Trans>
      </Button>
    </form>
  );
}
