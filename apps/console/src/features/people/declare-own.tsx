import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-texts.ts';

/** Saying that an account is one's own or of somebody near: whoever says so decides nothing about it any more. */
export function DeclareOwn({ id, own }: { id: string; own: boolean }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const declare = useMutation({
    mutationFn: () => api.people.declareOwn({ id, note: note.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  if (own) {
    return (
      <p className="check-warning">
        <Trans>You have declared this account as near to you: you decide nothing about it.</Trans>
      </p>
    );
  }
  return (
    <div className="signed">
      <input
        className="input"
        aria-label={t`Whose it is: your own, or how near to you`}
        placeholder={t`Whose it is: your own, or how near to you`}
        value={note}
        maxLength={400}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button kind="quiet" disabled={note.trim().length < 3} busy={declare.isPending} onClick={() => declare.mutate()}>
        <Trans>Declare it as near to me</Trans>
      </Button>
      {declare.isError ? (
        <small role="alert" className="danger">
          {problemText(declare.error)}
        </small>
      ) : null}
    </div>
  );
}
