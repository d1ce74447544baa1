import { Trans, useLingui } from '@lingui/react/macro';
import type { WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { useState } from 'react';
import { KindField } from '../../shared/fields.tsx';
import { Resend } from './delivery-page.tsx';

/** Sends all that a webhook was told between two times again, in its order. */
export function ResendRange({ webhooks }: Pick<WebhooksView, 'webhooks'>) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(webhooks[0]?.id ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [start, end] = [new Date(from), new Date(to)];
  const isRight = start.getTime() < end.getTime();
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
      <label>
        <Trans>From</Trans>
        <input className="input" type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label>
        <Trans>Until</Trans>
        <input className="input" type="datetime-local" value={to} onChange={({ target }) => setTo(target.value)} />
      </label>
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
        said={(note) => ({ what: 'range', webhookId: chosen, from: start.toISOString(), to: end.toISOString(), note })}
      />
    </section>
  );
}
