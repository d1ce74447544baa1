import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonView, SeenByPersonView } from '@tern/contracts/routes/console-people';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { states } from '../../shared/transaction-names.ts';
import { NoteForm } from './note-form.tsx';

type Seen = SeenByPersonView['records'][number];

/** What the person sees, to look at and nothing else. They read in their account's history that it was done. */
export function ViewAs({ person: { id } }: { person: PersonView }) {
  const { t } = useLingui();
  const { role } = useOperator();
  const queries = useQueryClient();
  const look = useMutation({
    mutationFn: (note: string) => api.people.viewAs({ id, note }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  const columns = useColumns();
  if (look.data === undefined)
    return (
      <section className="panel panels">
        <h2>
          <Trans>As the person sees it</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            Records and messages, to look at only. The person reads in their account history that you looked.
          </Trans>
        </p>
        <NoteForm
          label={t`Why you look`}
          action={<Trans>Look</Trans>}
          isAllowed={role === 'reviewer' || role === 'administrator'}
          sending={look}
        />
      </section>
    );
  return (
    <>
      <p role="status" className="check-warning">
        <Trans>Only to look at: nothing can be done in somebody’s name. The person reads that you looked.</Trans>
      </p>
      <h2>
        <Trans>Records</Trans>
      </h2>
      <DataTable
        name="person-seen"
        label={t`Records`}
        columns={columns}
        query={{ data: look.data.records, error: null, isFetching: false, refetch: () => undefined }}
        keyOf={({ id: record }) => record}
        pathOf={({ id: record }) => `/transactions/record/${record}`}
        empty={<Trans>The person has no records yet.</Trans>}
        foot={
          look.data.more.records ? (
            <p className="ink-2">
              <Plural
                value={look.data.records.length}
                one="Only the newest record is shown."
                other="Only the newest # records are shown."
              />{' '}
              <Link className="link" to={`/transactions?person=${id}`}>
                <Trans>All transactions of this person</Trans>
              </Link>
            </p>
          ) : null
        }
      />
      <Messages seen={look.data} />
    </>
  );
}

function useColumns(): readonly DataColumn<Seen>[] {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return useMemo(
    (): readonly DataColumn<Seen>[] => [
      {
        id: 'at',
        name: t`Time`,
        fixed: true,
        opens: true,
        sortBy: ({ at }) => at,
        cell: ({ at }) => <span className="people-time">{formatTime(at)}</span>,
      },
      { id: 'type', name: t`Kind`, fixed: true, cell: ({ type }) => i18n._(nameOf('recordTypes', type)) },
      {
        id: 'amount',
        name: t`Amount`,
        end: true,
        fixed: true,
        cell: ({ amount, assetId, direction }) => (
          <bdi dir="ltr" className="number">
            {direction === 'in' ? '+' : '−'}
            {formatMoney(amount, assetId, assets)}
          </bdi>
        ),
      },
      {
        id: 'counterparty',
        name: t`From or to`,
        fixed: true,
        cell: ({ counterparty }) =>
          counterparty === null ? (
            '–'
          ) : (
            <bdi dir="ltr" className="mono">
              {counterparty}
            </bdi>
          ),
      },
      {
        id: 'transaction',
        name: t`Transaction id`,
        fixed: true,
        cell: ({ txId }) => (txId === null ? '–' : <span className="mono">{txId}</span>),
      },
      {
        id: 'credited',
        name: t`Credited or settled`,
        fixed: true,
        sortBy: ({ creditedAt }) => creditedAt,
        cell: ({ creditedAt }) => (creditedAt === null ? t`not yet` : formatTime(creditedAt)),
      },
      { id: 'state', name: t`State`, fixed: true, cell: ({ status }) => i18n._(states[status].name) },
    ],
    [t, i18n, assets],
  );
}

function Messages({ seen: { messages, more } }: { seen: SeenByPersonView }) {
  const { t, i18n } = useLingui();
  const columns: readonly DataColumn<SeenByPersonView['messages'][number]>[] = [
    { id: 'at', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
    { id: 'event', name: t`Message`, fixed: true, cell: ({ event }) => i18n._(nameOf('messageEvents', event)) },
    { id: 'read', name: t`State`, fixed: true, cell: ({ read }) => (read ? t`read` : t`not read`) },
  ];
  return (
    <GivenTable
      name="person-seen-messages"
      label={t`Messages`}
      columns={columns}
      rows={messages}
      keyOf={({ id }) => id}
      empty={
        <p className="ink-2">
          <Trans>The person has no messages yet.</Trans>
        </p>
      }
      foot={
        more.messages ? (
          <p className="ink-2">
            <Plural
              value={messages.length}
              one="Only the newest message is shown."
              other="Only the newest # messages are shown."
            />
          </p>
        ) : null
      }
    />
  );
}
