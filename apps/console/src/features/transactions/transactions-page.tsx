import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  exportedRowsMax,
  type ExportEnd,
  type TransactionFilter,
  type TransactionRowView,
} from '@tern/contracts/routes/console-transactions';
import { Button } from '@tern/ui/button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { sortByTime } from '../../shared/data-table/sort-by-time.ts';
import { formatListMoment } from '../../shared/format-time.ts';
import { CutFile } from '../../shared/cut-file.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { NothingFound } from './nothing-found.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import { useAddressFilter } from '../../shared/use-address-filter.ts';
import { Fee, OtherSide, PersonLink, SignedAmount, State } from './transaction-cells.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { kindNames, rowNumber, transactionPath } from '../../shared/transaction-names.ts';
import { readFilter, transactionsQuery } from './transactions-query.ts';
import './transactions.css';

/** Everything that moved money, or tried to: found by whatever somebody can name. */
export function TransactionsPage() {
  const { t } = useLingui();
  const [params, change] = useAddressFilter<keyof TransactionFilter | 'after' | 'before'>(['after', 'before']);
  const filter = readFilter(params);
  const found = useQuery(transactionsQuery(params));
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>Transactions</Trans>
        </h1>
        <p className="cluster ink-2">
          <Trans>times in UTC</Trans>
          <HelpLink page="transactions" />
        </p>
      </header>
      <div className="page-body">
        <DataTable
          name="transactions"
          label={t`Transactions`}
          columns={useColumns()}
          query={{ ...found, data: found.data?.rows }}
          keyOf={({ source, id }) => `${source} ${id}`}
          pathOf={transactionPath}
          empty={<NothingFound searchedAs={found.data?.searchedAs ?? null} search={filter.search} />}
          server={sortByTime(filter.order, (order) => change({ order }))}
          tools={
            <SearchField
              label={t`Transaction id, address, record, person or amount`}
              search={filter.search ?? ''}
              onSearch={(search) => change({ search })}
              onPerson={(person) => change({ person, search: '' })}
            />
          }
          actions={<Download filter={filter} />}
          filters={<TransactionFilters filter={filter} onChange={change} />}
          foot={<Pages view={found.data} onChange={change} />}
        />
      </div>
    </main>
  );
}

function useColumns(): readonly DataColumn<TransactionRowView>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly DataColumn<TransactionRowView>[] => [
      { id: 'at', name: t`Time`, fixed: true, cell: ({ at }) => formatListMoment(at) },
      { id: 'kind', name: t`Kind`, fixed: true, cell: ({ kind }) => i18n._(kindNames[kind]) },
      {
        id: 'record',
        name: t`Record`,
        fixed: true,
        opens: true,
        cell: (row) => <span className="transaction-number">{rowNumber(row)}</span>,
      },
      { id: 'person', name: t`Person`, cell: ({ person }) => <PersonLink person={person} /> },
      { id: 'other', name: t`From or to`, cell: (row) => <OtherSide row={row} /> },
      { id: 'amount', name: t`Amount`, end: true, fixed: true, cell: (row) => <SignedAmount row={row} /> },
      { id: 'fee', name: t`Fee`, end: true, cell: (row) => <Fee row={row} /> },
      { id: 'state', name: t`State`, fixed: true, cell: (row) => <State row={row} /> },
      {
        id: 'transaction',
        name: t`Transaction id`,
        extra: true,
        cell: ({ txId }) => (txId === null ? '–' : <span className="mono">{txId.slice(0, 12)}…</span>),
      },
      { id: 'whole', name: t`Record in full`, extra: true, cell: ({ id }) => <span className="mono">{id}</span> },
    ],
    [t, i18n],
  );
}

/** The page before and the one behind. */
function Pages(props: {
  view: { before: string | null; after: string | null; rows: readonly unknown[] } | undefined;
  onChange: (place: { after: string } | { before: string }) => void;
}) {
  const { t } = useLingui();
  const { view } = props;
  if (view === undefined || (view.before === null && view.after === null)) return null;
  const { before, after } = view;
  return (
    <nav className="data-pages" aria-label={t`Pages`}>
      <Button kind="quiet" disabled={before === null} onClick={() => before !== null && props.onChange({ before })}>
        <Trans>Previous page</Trans>
      </Button>
      <Button kind="quiet" disabled={after === null} onClick={() => after !== null && props.onChange({ after })}>
        <Trans>Next page</Trans>
      </Button>
    </nav>
  );
}

/** What is filtered as a file, for whoever keeps the books. */
function Download({ filter }: { filter: TransactionFilter }) {
  const { role } = useOperator();
  const download = useMutation({
    mutationFn: async () => {
      const pieces: string[] = [];
      const file = await api.transactions.exportTransactions(filter);
      let read = await file.next();
      while (read.done !== true) {
        pieces.push(read.value);
        read = await file.next();
      }
      // A connection that ends too early brings no end of the file, and no error either.
      const end = read.value as ExportEnd | undefined;
      if (end === undefined) throw new Error('the file did not arrive whole');
      saveFile('transactions.csv', pieces.join(''));
      return { ...end, order: filter.order };
    },
  });
  if (role !== 'treasurer' && role !== 'administrator') return null;
  return (
    <>
      <Button kind="quiet" busy={download.isPending} onClick={() => download.mutate()}>
        <DownloadIcon size="s" />
        <Trans>Download as CSV</Trans>
      </Button>
      <Refusal error={download.error} />
      <CutFile
        cutAt={download.data?.cutAt ?? null}
        order={download.data?.order ?? filter.order}
        rowsMax={exportedRowsMax}
      />
    </>
  );
}
