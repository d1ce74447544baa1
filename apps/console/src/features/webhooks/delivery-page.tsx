import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DeliveryView, WantedResend } from '@tern/contracts/routes/console-webhooks';
import { Link, useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
import { SignedAction } from '../../shared/signed.tsx';
import { DeliveryChip } from './delivery-states.tsx';
import '../../shared/outside.css';

/** One event on its way to one webhook: what it says, every try, and sending it again. */
export function DeliveryPage() {
  const id = Number(useParams()['id']);
  const delivery = useQuery({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: () => api.webhooks.delivery({ id }),
    refetchInterval: 10_000,
  });
  return (
    <Page title={<Trans>Event</Trans>} query={delivery}>
      {(found) => (
        <div className="outside panels">
          <p>
            <Link className="link" to="/webhooks">
              <Trans>All events</Trans>
            </Link>
          </p>
          <What delivery={found} />
          <Attempts attempts={found.attempts} />
        </div>
      )}
    </Page>
  );
}

function What({ delivery }: { delivery: DeliveryView }) {
  const { t } = useLingui();
  const { id, type, subject, eventId, sequence, at, state, nextTryAt, data } = delivery;
  const facts = [
    [t`Subject`, subject],
    [t`Event id`, eventId],
    [t`Sequence`, String(sequence)],
    [t`Time`, formatTime(at)],
    ...(nextTryAt === null ? [] : [[t`Next try`, formatTime(nextTryAt)] as const]),
  ] as const;
  return (
    <section className="panel panels">
      <h2 className="cluster wrap">
        {type} <DeliveryChip state={state} />
      </h2>
      <table>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="mono outside-break">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <pre className="outside-body" dir="ltr">
        {JSON.stringify(data, null, 2)}
      </pre>
      <div className="cluster wrap">
        <Resend label={t`Send again`} said={(note) => ({ what: 'one', id, note })} />
        <Resend
          label={t`Skip`}
          danger
          blocked={state === 'parked' ? undefined : t`Only a parked event can be skipped.`}
          said={(note) => ({ what: 'skip', id, note })}
        />
      </div>
    </section>
  );
}

export function Resend(props: {
  label: string;
  danger?: boolean;
  blocked?: string | undefined;
  said: (note: string) => WantedResend;
}) {
  const { t } = useLingui();
  return (
    <SignedAction
      label={props.label}
      kind={props.danger ? 'danger' : 'quiet'}
      roles={['administrator']}
      blocked={props.blocked}
      noteLabel={t`Why`}
      ask={(note) => api.webhooks.askResend(props.said(note))}
      take={async (note, _more, proof) => {
        await api.webhooks.resend({ said: props.said(note), proof });
        return 'done';
      }}
    />
  );
}

function Attempts({ attempts }: Pick<DeliveryView, 'attempts'>) {
  const { t } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Tries</Trans>
      </h2>
      {attempts.length === 0 ? (
        <p className="ink-2">
          <Trans>It has not been tried yet.</Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t`Time`}</th>
              <th>{t`Answer`}</th>
              <th className="end">{t`Duration`}</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map(({ at, status, error, tookMs }) => (
              <tr key={at}>
                <td className="number">{formatTime(at)}</td>
                <td className="mono outside-break">{status ?? error}</td>
                <td className="end number">{t`${tookMs} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
