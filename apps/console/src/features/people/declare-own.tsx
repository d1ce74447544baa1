import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { NoteForm } from './note-form.tsx';

/** Saying that an account is one's own or of somebody near: whoever says so decides nothing about it any more. */
export function DeclareOwn({ id, own }: { id: string; own: boolean }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (note: string) => api.people.declareOwn({ id, note }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  if (own) {
    return (
      <p className="check-warning">
        <Trans>You have declared this account as close to you: you decide nothing about it.</Trans>
      </p>
    );
  }
  return (
    <NoteForm
      label={t`Whose it is: your own, or how close to you`}
      action={<Trans>Declare it as close to me</Trans>}
      sending={sending}
    />
  );
}
