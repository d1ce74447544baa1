import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { providers, tryStates } from './message-names.ts';

const outcomes = { ...tryStates, 'kept-away': msg`not sent, because nothing arrived there lately` };

type Row = Awaited<ReturnType<typeof api.people.showUndelivered>>['rows'][number];

/** Codes that reached nobody: mistyped numbers and mail addresses, of which no page of a person tells. */
export function Undelivered() {
  const { t, i18n } = useLingui();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['undelivered'],
    queryFn: () => api.people.showUndelivered(),
  });
  if (data === undefined)
    return isError ? (
      <ErrorState note={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : null;
  const { days, rows } = data;
  const columns: readonly DataColumn<Row>[] = [
    { id: 'provider', name: t`Provider`, fixed: true, cell: ({ provider }) => i18n._(providers[provider]) },
    {
      id: 'result',
      name: t`Result`,
      fixed: true,
      cell: ({ state, code }) => (
        <>
          {i18n._(outcomes[state])}
          {code === null ? null : <span className="ink-2"> {code}</span>}
        </>
      ),
    },
    count('messages', t`Messages`),
    count('recipients', t`Recipients`),
    {
      id: 'latest',
      name: t`Latest`,
      fixed: true,
      sortBy: ({ lastAt }) => lastAt,
      cell: ({ lastAt }) => formatTime(lastAt),
    },
  ];
  return (
    <GivenTable
      name="undelivered"
      label={t`Undelivered messages without an account`}
      lead={
        <p className="ink-2">
          <Trans>
            Codes and notices of the last {days} days that did not arrive, to phone numbers and e-mail addresses without
            an account. The addresses are not shown.
          </Trans>
        </p>
      }
      columns={columns}
      rows={rows}
      keyOf={({ provider, state, code }) => `${provider} ${state} ${code ?? ''}`}
      empty={
        <p className="ink-2">
          <Trans>No undelivered messages</Trans>
        </p>
      }
    />
  );
}

function count(id: 'messages' | 'recipients', name: string): DataColumn<Row> {
  return { id, name, fixed: true, end: true, sortBy: (row) => row[id], cell: (row) => row[id] };
}
