import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { NoteForm } from './note-form.tsx';

/** A note for other operators; it stays in the log. */
export function AddNote({ id }: { id: string }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (note: string) => api.people.addNote({ id, note }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  return (
    <NoteForm
      label={t`Note for other operators`}
      action={<Trans>Add the note</Trans>}
      isAllowed={role !== 'viewer'}
      sending={sending}
    />
  );
}
