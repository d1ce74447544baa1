import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { RevealReason } from '@tern/contracts/routes/console-people';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';

const reasons = {
  'support-request': msg`The person asked for help`,
  review: msg`A review`,
  'legal-order': msg`Legal order`,
} as const satisfies Record<RevealReason, unknown>;

/** Phone and e-mail in full, for a reason that stays in the log. Gone again when the page is left. */
export function Reveal({ id, left }: { id: string; left: number }) {
  const { t, i18n } = useLingui();
  const { role } = useOperator();
  const [reason, setReason] = useState<RevealReason | ''>('');
  const [note, setNote] = useState('');
  const reveal = useMutation({
    mutationFn: () =>
      reason === '' ? Promise.reject(new Error('no reason')) : api.people.reveal({ id, reason, note }),
  });
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
    <div className="signed">
      <select
        className="input"
        aria-label={t`Reason to show them`}
        value={reason}
        onChange={(event) => setReason(event.target.value as RevealReason | '')}
      >
        <option value="">{t`Reason to show them`}</option>
        {Object.entries(reasons).map(([each, name]) => (
          <option key={each} value={each}>
            {i18n._(name)}
          </option>
        ))}
      </select>
      <input
        className="input"
        aria-label={t`Note`}
        placeholder={t`Note`}
        value={note}
        maxLength={400}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        kind="quiet"
        disabled={!may || reason === '' || note.trim().length < 3 || left === 0}
        busy={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        <Trans>Show contacts in full</Trans>
      </Button>
      <small className="ink-2">
        {may ? <Trans>{left} left today; each stays in the log</Trans> : <Trans>not for your role</Trans>}
      </small>
      {reveal.isError ? (
        <small role="alert" className="danger">
          {problemText(reveal.error)}
        </small>
      ) : null}
    </div>
  );
}
