import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { deliveryState, type DeliveryState, type WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { ChoiceField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format.ts';
import { PagedTable } from '../../shared/paged-table.tsx';
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
    <>
      <Narrow webhooks={webhooks} webhookId={webhookId} state={state} />
      <PagedTable
        query={deliveries}
        itemsOf={(page) => page.deliveries}
        empty={<Trans>No event.</Trans>}
        more={<Trans>Earlier events</Trans>}
        head={
          <>
            <th>{t`Time`}</th>
            <th>{t`Event`}</th>
            <th>{t`Webhook`}</th>
            <th>{t`State`}</th>
            <th>{t`Tries`}</th>
          </>
        }
        rowOf={({ id, at, type, subject, webhookId: of, state: now, tries, answer, isReplay }) => (
          <tr key={id}>
            <td className="number">{formatTime(at)}</td>
            <td>
              <Link className="link" to={`/webhooks/${id}`}>
                {type}
              </Link>
              <p className="mono ink-2 webhooks-break">{subject}</p>
            </td>
            <td>{webhooks.find((webhook) => webhook.id === of)?.name ?? of}</td>
            <td>
              <DeliveryChip state={now} />
              {isReplay ? (
                <p className="ink-2">
                  <Trans>sent again</Trans>
                </p>
              ) : null}
            </td>
            <td data-label={t`Tries`}>
              {tries}
              {answer === null ? null : <p className="mono ink-2 webhooks-break">{answer}</p>}
            </td>
          </tr>
        )}
      />
    </>
  );
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
    <div className="cluster wrap">
      <h2 className="grow">
        <Trans>Events</Trans>
      </h2>
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
