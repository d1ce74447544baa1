import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  deliveryState,
  type DeliveryRowView,
  type DeliveryState,
  type WebhooksView,
} from '@tern/contracts/routes/console-webhooks';
import { Empty } from '@tern/ui/empty';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { ChoiceField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { DeliveryChip, deliveryStates } from './delivery-states.tsx';

/** Events on their way, the newest first; what they are narrowed to stands in the address. */
export function Deliveries({ webhooks }: Pick<WebhooksView, 'webhooks'>) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const webhookId = webhooks.find(({ id }) => id === search.get('webhook'))?.id;
  const state = deliveryState.options.find((each) => each === search.get('state'));
  const filter = { ...(webhookId === undefined ? {} : { webhookId }), ...(state === undefined ? {} : { state }) };
  const deliveries = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', filter],
    queryFn: ({ pageParam }) =>
      api.webhooks.listDeliveries({ ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 10_000,
  });
  return (
    <section className="panels" aria-labelledby="deliveries">
      <h2 id="deliveries">
        <Trans>Events</Trans>
      </h2>
      <DataTable
        name="deliveries"
        label={t`Events`}
        columns={useColumns(webhooks)}
        query={pagedRows(deliveries, (page) => page.deliveries)}
        keyOf={({ id }) => String(id)}
        pathOf={({ id }) => `/webhooks/${id}`}
        tools={<Narrow webhooks={webhooks} webhookId={webhookId} state={state} />}
        empty={
          <Empty
            title={t`No events`}
            note={
              webhookId === undefined && state === undefined
                ? t`What a webhook is told of appears here, with every try to deliver it.`
                : t`No event passes all filters. Take one away.`
            }
          />
        }
        foot={
          <MoreRows query={deliveries}>
            <Trans>Earlier events</Trans>
          </MoreRows>
        }
      />
    </section>
  );
}

function useColumns(webhooks: WebhooksView['webhooks']): readonly DataColumn<DeliveryRowView>[] {
  const { t, i18n } = useLingui();
  return useMemo((): readonly DataColumn<DeliveryRowView>[] => {
    const nameOf = (wanted: string): string => webhooks.find(({ id }) => id === wanted)?.name ?? wanted;
    return [
      { id: 'time', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
      { id: 'event', name: t`Event`, fixed: true, opens: true, sortBy: ({ type }) => type, cell: ({ type }) => type },
      {
        id: 'subject',
        name: t`About`,
        cell: ({ subject }) => <span className="mono outside-break">{subject}</span>,
      },
      {
        id: 'webhook',
        name: t`Webhook`,
        sortBy: ({ webhookId }) => nameOf(webhookId),
        cell: ({ webhookId }) => nameOf(webhookId),
      },
      {
        id: 'state',
        name: t`State`,
        fixed: true,
        sortBy: ({ state }) => i18n._(deliveryStates[state]),
        cell: ({ state, isReplay }) => (
          <>
            <DeliveryChip state={state} />
            {isReplay ? (
              <span className="ink-2">
                {' '}
                <Trans>sent again</Trans>
              </span>
            ) : null}
          </>
        ),
      },
      {
        id: 'tries',
        name: t`Tries`,
        end: true,
        sortBy: ({ tries }) => tries,
        cell: ({ tries, answer }) => (
          <>
            {tries}
            {answer === null ? null : <span className="mono ink-2 outside-break"> {answer}</span>}
          </>
        ),
      },
    ];
  }, [t, i18n, webhooks]);
}

/** What the list is narrowed to. */
function Narrow(props: {
  webhooks: WebhooksView['webhooks'];
  webhookId: string | undefined;
  state: DeliveryState | undefined;
}) {
  const { t, i18n } = useLingui();
  const [, setSearch] = useSearchParams();
  const states = deliveryState.options.map((state) => [state, i18n._(deliveryStates[state])] as const);
  const narrow = (name: 'webhook' | 'state', value: string): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <div className="data-filters">
      <ChoiceField
        label={t`Webhook`}
        none={t`All webhooks`}
        value={props.webhookId ?? ''}
        choices={props.webhooks.map(({ id, name }) => [id, name])}
        onChange={(id) => narrow('webhook', id)}
      />
      <ChoiceField
        label={t`State`}
        none={t`All states`}
        value={props.state ?? ''}
        choices={states}
        onChange={(chosen) => narrow('state', chosen)}
      />
    </div>
  );
}
