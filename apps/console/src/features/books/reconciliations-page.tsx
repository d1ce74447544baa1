import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { shownGaps, type GapView, type ReconciliationView } from '@tern/contracts/routes/console-books';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { useOperator } from '../../shared/operator.ts';
import { Amount } from './amount.tsx';
import { classNameOf } from '../../shared/book-names.ts';
import { BooksFrame } from './books-frame.tsx';
import { formatDay, formatRowMoment } from '../../shared/format-time.ts';
import { symbolOf } from './format-signed.ts';

/** How books and chain compared on each day, and what was ever missing. */
export function ReconciliationsPage() {
  const { t } = useLingui();
  const days = useInfiniteQuery({
    queryKey: ['books', 'reconciliations'],
    queryFn: ({ pageParam }) => api.books.listReconciliations(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <BooksFrame>
      <p className="books-purpose">
        <Trans>
          The worker compares the books with the chain every 15 seconds. Of each day the last comparison of every place
          is kept, and how many there were. Of deposit addresses, a comparison covers some in turn.
        </Trans>
      </p>
      <section className="books-asset">
        <h2>
          <Trans>What was missing</Trans>
        </h2>
        <DataTable
          name="books-gaps"
          label={t`What was missing`}
          columns={useGapColumns()}
          query={pagedRows(days, (page) => page.gaps)}
          keyOf={(row) => row.id}
          empty={
            <p className="ink-2 books-empty">
              <Trans>Nothing has ever been missing on the chain.</Trans>
            </p>
          }
          foot={(days.data?.pages[0]?.gaps.length ?? 0) < shownGaps ? null : <LastGaps />}
        />
      </section>
      <section className="books-asset">
        <h2>
          <Trans>Comparisons by day</Trans>
        </h2>
        <DataTable
          name="books-reconciliations"
          label={t`Comparisons by day`}
          columns={useDayColumns()}
          query={pagedRows(days, (page) => page.days)}
          keyOf={(row) => `${row.day} ${row.place} ${row.assetId}`}
          empty={
            <p className="ink-2 books-empty">
              <Trans>No comparison is kept yet. The worker makes the first one soon after it has started.</Trans>
            </p>
          }
          foot={
            <MoreRows query={days}>
              <Trans>Earlier days</Trans>
            </MoreRows>
          }
        />
      </section>
    </BooksFrame>
  );
}

function LastGaps() {
  return (
    <p className="ink-2">
      <Trans>Only the last {shownGaps} are shown, first those that are still missing.</Trans>
    </p>
  );
}

function usePlaceName(): (subject: string) => string {
  const { t, i18n } = useLingui();
  return (subject) => {
    if (subject === 'liabilities') return t`All places together`;
    const [place, address] = subject.split(' ');
    const name = i18n._(classNameOf(`custody:${place ?? ''}`));
    return address === undefined ? name : `${name}, ${address}`;
  };
}

function useGapColumns(): readonly DataColumn<GapView>[] {
  const { t } = useLingui();
  const placeName = usePlaceName();
  return [
    {
      id: 'place',
      name: t`Place`,
      fixed: true,
      cell: (row) => <span className="books-wrap">{placeName(row.subject)}</span>,
    },
    {
      id: 'since',
      name: t`Since (UTC)`,
      fixed: true,
      sortBy: (row) => row.openedAt,
      cell: (row) => formatRowMoment(row.openedAt),
    },
    {
      id: 'until',
      name: t`Until (UTC)`,
      fixed: true,
      cell: (row) =>
        row.closedAt === null ? (
          <span className="danger">
            <Trans>still missing</Trans>
          </span>
        ) : (
          formatRowMoment(row.closedAt)
        ),
    },
    {
      id: 'missing',
      name: t`Missing at last`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.missing} assetId={row.assetId} symbol />,
    },
  ];
}

function useDayColumns(): readonly DataColumn<ReconciliationView>[] {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const placeName = usePlaceName();
  const number = (value: number) => new Intl.NumberFormat(i18n.locale).format(value);
  return [
    { id: 'day', name: t`Day (UTC)`, fixed: true, cell: (row) => formatDay(row.day) },
    { id: 'place', name: t`Place`, fixed: true, cell: (row) => placeName(row.place) },
    { id: 'asset', name: t`Asset`, fixed: true, cell: (row) => symbolOf(row.assetId, assets) },
    {
      id: 'books',
      name: t`Books`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.books} assetId={row.assetId} />,
    },
    {
      id: 'chain',
      name: t`Chain`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={row.chain} assetId={row.assetId} />,
    },
    {
      id: 'difference',
      name: t`Difference`,
      fixed: true,
      end: true,
      cell: (row) => <Amount wire={String(BigInt(row.chain) - BigInt(row.books))} assetId={row.assetId} warn />,
    },
    { id: 'block', name: t`Block`, extra: true, end: true, cell: (row) => row.blockNumber },
    { id: 'at', name: t`Last comparison (UTC)`, extra: true, cell: (row) => formatRowMoment(row.at) },
    {
      id: 'times',
      name: t`Comparisons`,
      end: true,
      cell: (row) =>
        row.differing === 0 ? (
          number(row.comparisons)
        ) : (
          <Trans>
            {number(row.comparisons)}, {number(row.differing)} differed
          </Trans>
        ),
    },
  ];
}
