import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { RevealReason } from '@tern/contracts/routes/console-people';
import { Button } from '@tern/ui/button';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { ChoiceField, LineField } from '../../shared/fields.tsx';
import { revealReasons } from '../../shared/reason-names.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { useProblemForm } from '../../shared/use-problem-form.ts';

const reasons = Object.keys(revealReasons) as RevealReason[];

/** Phone and e-mail in full, for a reason that stays in the log. Gone again when the page is left. */
export function Reveal({ id, left }: { id: string; left: number }) {
  const { t, i18n } = useLingui();
  const { role } = useOperator();
  const reveal = useMutation({
    mutationFn: ({ reason, note }: { reason: RevealReason; note: string }) => api.people.reveal({ id, reason, note }),
  });
  const form = useProblemForm({
    start: { reason: '' as RevealReason | '', note: '' },
    sending: reveal,
    submit: ({ reason, note }) => {
      if (reason !== '') reveal.mutate({ reason, note });
    },
  });
  const { reason, note } = form.draft;
  const may = role === 'reviewer' || role === 'administrator';
  if (reveal.isSuccess)
    return (
      <p>
        <bdi dir="ltr" className="body-strong">
          {reveal.data.contacts.join(', ')}
        </bdi>
      </p>
    );
  return (
    <form id={form.id} className="signed" onSubmit={form.submit}>
      <ChoiceField
        label={t`Reason to show them`}
        value={reason}
        choices={reasons.map((each) => [each, i18n._(revealReasons[each])])}
        onChange={(chosen) => form.change({ reason: chosen })}
      />
      <LineField label={t`Note`} maxLength={400} {...form.text('note')} />
      <Button
        kind="quiet"
        type="submit"
        disabled={!may || reason === '' || note.trim().length < 3 || left === 0}
        busy={form.busy}
      >
        <Trans>Show contacts in full</Trans>
      </Button>
      <small className="ink-2">
        {may ? <Trans>{left} left today; each stays in the log</Trans> : <Trans>not for your role</Trans>}
      </small>
      <Refusal error={reveal.error} />
    </form>
  );
}
