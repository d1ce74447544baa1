import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import type { Sending } from '@tern/ui/use-form';
import type { ReactNode } from 'react';
import { LineField } from '../../shared/fields.tsx';
import { Refusal } from '../../shared/refusal.tsx';
import { useProblemForm } from '../../shared/use-problem-form.ts';

const noteMin = 3;

/** One line, and what is done with it; the line is empty again once it is done. */
export function NoteForm(props: {
  label: string;
  action: ReactNode;
  /** Without: whoever reads the page may. */
  isAllowed?: boolean;
  sending: Sending & { readonly mutate: (note: string, options: { onSuccess: () => void }) => void };
}) {
  const { sending, isAllowed = true } = props;
  const form = useProblemForm({
    start: { note: '' },
    sending,
    submit: ({ note }) => {
      sending.mutate(note.trim(), { onSuccess: () => form.fill({ note: '' }) });
    },
  });
  return (
    <form id={form.id} className="signed" onSubmit={form.submit}>
      <LineField label={props.label} maxLength={400} {...form.text('note')} />
      <Button
        kind="quiet"
        type="submit"
        disabled={!isAllowed || form.draft.note.trim().length < noteMin}
        busy={form.busy}
      >
        {props.action}
      </Button>
      {isAllowed ? null : (
        <small className="ink-2">
          <Trans>not for your role</Trans>
        </small>
      )}
      <Refusal error={sending.error} />
    </form>
  );
}
