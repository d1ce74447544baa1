import { Trans, useLingui } from '@lingui/react/macro';
import type { WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { useState } from 'react';
import { KindField } from '../../shared/fields.tsx';
import { readMoment } from '../../shared/read-time.ts';
import { TimeField } from '../../shared/time-field.tsx';
import { Resend } from './delivery-page.tsx';

/** Sends all that a webhook was told between two times again, in its order. */
export function ResendRange({ webhooks }: Pick<WebhooksView, 'webhooks'>) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(webhooks[0]?.id ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [start = '', end = ''] = [readMoment(from), readMoment(to)];
  const isRight = start !== '' && start < end;
  return (
    <section className="panel outside-form">
      <h2>
        <Trans>Send events again</Trans>
      </h2>
      <KindField
        label={t`Webhook`}
        labelled
        value={chosen}
        choices={webhooks.map(({ id, name }) => [id, name])}
        onChange={setChosen}
      />
      <TimeField label={t`From (UTC)`} time value={from} onChange={setFrom} />
      <TimeField label={t`Until (UTC)`} time value={to} onChange={setTo} />
      <small className="ink-2">
        <Trans>
          Parked events are tried again in their place. Delivered ones are sent once more, marked as a replay. Events
          are kept for 30 days.
        </Trans>
      </small>
      <Resend
        key={`${chosen} ${from} ${to}`}
        label={t`Send again`}
        blocked={isRight ? undefined : t`Choose a beginning and a later end first.`}
        said={(note) => ({ what: 'range', webhookId: chosen, from: start, to: end, note })}
      />
    </section>
  );
}
