import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';

/** A note for other operators; it stays in the log. */
export function AddNote({ id }: { id: string }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const add = useMutation({
    mutationFn: () => api.people.addNote({ id, note }),
    onSuccess: () => {
      setNote('');
      return queries.invalidateQueries({ queryKey: ['person', id] });
    },
  });
  return (
    <form
      className="signed"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <input
        className="input"
        aria-label={t`Note for other operators`}
        placeholder={t`Note for other operators`}
        value={note}
        maxLength={400}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button kind="quiet" type="submit" disabled={role === 'viewer' || note.trim().length < 3} busy={add.isPending}>
        <Trans>Add the note</Trans>
      </Button>
      {add.isError ? (
        <small role="alert" className="danger">
          {problemText(add.error)}
        </small>
      ) : null}
    </form>
  );
}
