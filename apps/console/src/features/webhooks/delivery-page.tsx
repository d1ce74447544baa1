import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Facts, type Fact } from '@tern/ui/facts';
import type { DeliveryView, WantedResend } from '@tern/contracts/routes/console-webhooks';
import { useParams } from 'react-router';
import { Actions } from '../../shared/actions.tsx';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { DetailPage } from '../../shared/detail-page.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
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
    <DetailPage
      list={{ to: '/webhooks', name: <Trans>Webhooks</Trans> }}
      name={<Trans>Event {id}</Trans>}
      help={<HelpLink page="webhooks" />}
      query={delivery}
    >
      {(found) => ({
        title: found.type,
        subtitle: <Trans>Event of a webhook</Trans>,
        aside: <DeliveryChip state={found.state} />,
        start: (
          <>
            <What delivery={found} />
            <Again delivery={found} />
          </>
        ),
        end: (
          <>
            <section className="panel panels">
              <h2>
                <Trans>What it says</Trans>
              </h2>
              <pre className="outside-body" dir="ltr">
                {JSON.stringify(found.data, null, 2)}
              </pre>
            </section>
            <Attempts attempts={found.attempts} />
          </>
        ),
      })}
    </DetailPage>
  );
}

function What({ delivery }: { delivery: DeliveryView }) {
  const { t } = useLingui();
  const { subject, eventId, sequence, at, nextTryAt } = delivery;
  const facts: Fact[] = [
    { key: 'subject', term: t`Subject`, value: <span className="mono outside-break">{subject}</span> },
    { key: 'event', term: t`Event id`, value: <span className="mono outside-break">{eventId}</span> },
    { key: 'sequence', term: t`Sequence`, value: sequence },
    { key: 'time', term: t`Time`, value: formatTime(at) },
  ];
  if (nextTryAt !== null) facts.push({ key: 'next', term: t`Next try`, value: formatTime(nextTryAt) });
  return (
    <section className="panel">
      <Facts tight facts={facts} />
    </section>
  );
}

function Again({ delivery: { id, state } }: { delivery: DeliveryView }) {
  const { t } = useLingui();
  return (
    <section className="panel">
      <Actions roles={['administrator']}>
        <Resend label={t`Send again`} said={(note) => ({ what: 'one', id, note })} />
        <Resend
          label={t`Skip`}
          danger
          blocked={state === 'parked' ? undefined : t`Only a parked event can be skipped.`}
          said={(note) => ({ what: 'skip', id, note })}
        />
      </Actions>
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

type Attempt = DeliveryView['attempts'][number];

function Attempts({ attempts }: Pick<DeliveryView, 'attempts'>) {
  const { t } = useLingui();
  const columns: readonly DataColumn<Attempt>[] = [
    { id: 'time', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
    {
      id: 'answer',
      name: t`Answer`,
      fixed: true,
      cell: ({ status, error }) => <span className="mono outside-break">{status ?? error}</span>,
    },
    {
      id: 'duration',
      name: t`Duration`,
      fixed: true,
      end: true,
      sortBy: ({ tookMs }) => tookMs,
      cell: ({ tookMs }) => t`${tookMs} ms`,
    },
  ];
  return (
    <GivenTable
      name="webhook-attempts"
      label={t`Tries`}
      columns={columns}
      rows={attempts}
      keyOf={({ at }) => at}
      empty={
        <p className="ink-2">
          <Trans>It has not been tried yet.</Trans>
        </p>
      }
    />
  );
}
