import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ChartView } from '@tern/contracts/routes/console-books';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { Amount } from './amount.tsx';
import { classNameOf, purposeOf } from '../../shared/book-names.ts';
import { BooksFrame } from './books-frame.tsx';
import { SideName } from './side-name.tsx';

type Row = ChartView['classes'][number];

/** Every kind of account there is, what it is for, and what it has now. */
export function ChartPage() {
  const { t, i18n } = useLingui();
  const chart = useQuery({ queryKey: ['books', 'chart'], queryFn: () => api.books.showChart() });
  const columns: readonly DataColumn<Row>[] = [
    {
      id: 'class',
      name: t`Account`,
      fixed: true,
      sortBy: (row) => i18n._(classNameOf(row.class)),
      text: (row) => `${i18n._(classNameOf(row.class))} ${row.class}`,
      cell: (row) => (
        <Link className="link" to={`/books/journals?account=${encodeURIComponent(row.class)}`}>
          {i18n._(classNameOf(row.class))}
        </Link>
      ),
    },
    {
      id: 'purpose',
      name: t`What it is for`,
      fixed: true,
      text: (row) => i18n._(purposeOf(row.class)),
      cell: (row) => <span className="books-purpose">{i18n._(purposeOf(row.class))}</span>,
    },
    {
      id: 'side',
      name: t`Normal side`,
      fixed: true,
      sortBy: (row) => row.side,
      cell: (row) => <SideName side={row.side} />,
    },
    {
      id: 'guarded',
      name: t`Below zero`,
      cell: (row) => (row.guarded ? <Trans>Never</Trans> : <Trans>Possible</Trans>),
    },
    { id: 'code', name: t`Code`, extra: true, cell: (row) => <span className="mono">{row.class}</span> },
    {
      id: 'balance',
      name: t`Balance now`,
      fixed: true,
      end: true,
      cell: (row) =>
        row.assets.length === 0 ? (
          <span className="ink-2">
            <Trans>not opened</Trans>
          </span>
        ) : (
          row.assets.map(({ assetId, balance }) => (
            <p key={assetId}>
              <Amount wire={balance} assetId={assetId} symbol warn />
            </p>
          ))
        ),
    },
  ];
  return (
    <BooksFrame>
      <DataTable
        name="books-chart"
        label={t`Chart of accounts`}
        columns={columns}
        query={{ ...chart, data: chart.data?.classes, refetch: chart.refetch }}
        keyOf={(row) => row.class}
        sorting={{ column: 'side', descending: true }}
        filter={t`Find an account`}
        empty={null}
      />
    </BooksFrame>
  );
}
