import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { Chip } from '@tern/ui/chip';
import { Actions } from '../../shared/actions.tsx';
import { api } from '../../shared/api.ts';
import { ForRoles } from '../../shared/for-roles.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Page } from '../../shared/page.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';
import { useShownOnce } from '../../shared/shown-once.tsx';
import { webhookKindTexts } from '../../shared/webhook-texts.ts';
import { Deliveries } from './deliveries.tsx';
import { ResendRange } from './resend-range.tsx';
import { WebhookForm } from './webhook-form.tsx';
import '../../shared/outside.css';

/** Which other systems are told what, how that goes, and sending it again. */
export function WebhooksPage() {
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => api.webhooks.showWebhooks(),
    refetchInterval: 10_000,
  });
  const { data: changes } = useQuery(changesQuery);
  const { shown, show } = useShownOnce(
    <>
      <strong>
        <Trans>Give this secret to whoever runs the receiver.</Trans>
      </strong>{' '}
      <Trans>It is shown only now. The receiver needs it to check that events come from here.</Trans>
    </>,
  );
  return (
    <Page title={<Trans>Webhooks</Trans>} aside={<HelpLink page="webhooks" />} query={webhooks}>
      {(found) => (
        <div className="outside panels">
          {shown}
          <WebhookTable webhooks={found.webhooks} />
          <Proposals changes={changesOn('/webhooks', changes?.changes ?? [])} onSecret={show} />
          <Deliveries webhooks={found.webhooks} />
          <div className="outside-forms">
            <ForRoles roles={['administrator']} title={<Trans>Open or change a webhook</Trans>}>
              <WebhookForm webhooks={found.webhooks} hosts={found.hosts} />
            </ForRoles>
            {found.webhooks.length === 0 ? null : <ResendRange webhooks={found.webhooks} />}
          </div>
        </div>
      )}
    </Page>
  );
}

function WebhookTable({ webhooks }: Pick<WebhooksView, 'webhooks'>) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<Webhook>[] = [
    {
      id: 'webhook',
      name: t`Webhook`,
      fixed: true,
      sortBy: ({ name }) => name,
      cell: ({ name, url }) => (
        <>
          <strong>{name}</strong>
          <p className="mono ink-2 outside-break" dir="ltr">
            {url}
          </p>
        </>
      ),
    },
    {
      id: 'kinds',
      name: t`Told of`,
      fixed: true,
      cell: ({ kinds }) => kinds.map((kind) => i18n._(webhookKindTexts[kind])).join(', '),
    },
    {
      id: 'events',
      name: t`Events`,
      fixed: true,
      sortBy: ({ waiting, parked }) => parked * 1_000_000 + waiting,
      cell: (webhook) => <EventCounts webhook={webhook} />,
    },
    { id: 'status', name: t`Status`, fixed: true, cell: (webhook) => <StateChip webhook={webhook} /> },
    { id: 'decision', name: t`Decision`, fixed: true, whole: true, cell: (webhook) => <Proposing webhook={webhook} /> },
  ];
  return (
    <GivenTable
      name="webhooks"
      title={null}
      label={t`Webhooks`}
      columns={columns}
      rows={webhooks}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>
            No other system is told anything yet. Propose a webhook below; a second administrator opens it and gets the
            secret for the receiver.
          </Trans>
        </p>
      }
    />
  );
}

function Proposing({ webhook: { id: webhookId, state } }: { webhook: Webhook }) {
  const { t } = useLingui();
  const isActive = state === 'active';
  return (
    <Actions roles={['administrator']}>
      <Propose
        key={state}
        label={isActive ? t`Propose to disable` : t`Propose to enable`}
        danger={isActive}
        content={{ kind: 'webhook-switch', webhookId, state: isActive ? 'disabled' : 'active' }}
      />
      <Propose label={t`Propose a new secret`} content={{ kind: 'webhook-rotate', webhookId }} />
    </Actions>
  );
}

type Webhook = WebhooksView['webhooks'][number];

function EventCounts({ webhook: { delivered, waiting, parked, oldestWaiting } }: { webhook: Webhook }) {
  return (
    <>
      <p>
        <Trans>{delivered} delivered in 24 hours</Trans>
      </p>
      {waiting === 0 ? null : (
        <p className="ink-2">
          {oldestWaiting === null ? (
            <Trans>{waiting} waiting</Trans>
          ) : (
            <Trans>
              {waiting} waiting, the oldest since {formatTime(oldestWaiting)}
            </Trans>
          )}
        </p>
      )}
      {parked === 0 ? null : (
        <p className="danger">
          <Trans>{parked} parked</Trans>
        </p>
      )}
    </>
  );
}

function StateChip({ webhook: { state, parked, waiting, formerUntil } }: { webhook: Webhook }) {
  const { t } = useLingui();
  return (
    <>
      {state === 'disabled' ? (
        <Chip kind="neutral">{t`Disabled`}</Chip>
      ) : parked > 0 ? (
        <Chip kind="failed">{t`Needs a decision`}</Chip>
      ) : waiting > 0 ? (
        <Chip kind="waiting">{t`Events wait`}</Chip>
      ) : (
        <Chip kind="positive">{t`Up to date`}</Chip>
      )}
      {formerUntil === null ? null : (
        <p className="ink-2">
          <Trans>The former secret signs until {formatTime(formerUntil)}.</Trans>
        </p>
      )}
    </>
  );
}
