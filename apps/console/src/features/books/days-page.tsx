import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { DayView } from '@tern/contracts/routes/console-books';
import { Button } from '@tern/ui/button';
import { api } from '../../shared/api.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { Amount } from './amount.tsx';
import { BooksFrame } from './books-frame.tsx';
import { formatDay } from '../../shared/format-time.ts';

/** Closed days: how much there was, the root that fixes them, and whether all of it is still so. */
export function DaysPage() {
  const { t } = useLingui();
  const days = useInfiniteQuery({
    queryKey: ['books', 'days'],
    queryFn: ({ pageParam }) => api.books.listDays(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const columns = useColumns();
  return (
    <BooksFrame>
      <p className="books-purpose">
        <Trans>
          A day is closed an hour after it ends. Its root covers every journal and entry of the day and the root before
          it. Note it where the administrators of the database cannot change it.
        </Trans>
      </p>
      <DataTable
        name="books-days"
        label={t`Daily close`}
        columns={columns}
        query={pagedRows(days, (page) => page.days)}
        keyOf={(row) => row.day}
        empty={
          <p className="ink-2 books-empty">
            <Trans>No day is closed yet. The first one closes an hour after it ends in UTC.</Trans>
          </p>
        }
        foot={
          <MoreRows query={days}>
            <Trans>Earlier days</Trans>
          </MoreRows>
        }
      />
    </BooksFrame>
  );
}

function useColumns(): readonly DataColumn<DayView>[] {
  const { t, i18n } = useLingui();
  const number = (value: number) => new Intl.NumberFormat(i18n.locale).format(value);
  return [
    { id: 'day', name: t`Day (UTC)`, fixed: true, cell: (row) => formatDay(row.day) },
    {
      id: 'journals',
      name: t`Journals`,
      end: true,
      sortBy: (row) => row.journals,
      cell: (row) => number(row.journals),
    },
    { id: 'entries', name: t`Entries`, end: true, extra: true, cell: (row) => number(row.entries) },
    {
      id: 'moved',
      name: t`Debited and credited`,
      end: true,
      fixed: true,
      cell: (row) => <Moved row={row} />,
    },
    {
      id: 'root',
      name: t`Root`,
      fixed: true,
      text: (row) => row.root,
      cell: (row) => (
        <details className="books-wrap">
          <summary className="mono">{row.root.slice(0, 12)}…</summary>
          <span className="mono">{row.root}</span>
        </details>
      ),
    },
    { id: 'verify', name: t`As it was written?`, fixed: true, cell: (row) => <Verification day={row.day} /> },
  ];
}

function Moved({ row: { assets } }: { row: DayView }) {
  if (assets === null)
    return (
      <span className="ink-2">
        <Trans>not added up yet</Trans>
      </span>
    );
  if (assets.length === 0) return <span className="ink-2">–</span>;
  return assets.map(({ assetId, amount }) => (
    <p key={assetId}>
      <Amount wire={amount} assetId={assetId} symbol />
    </p>
  ));
}

function Verification({ day }: { day: string }) {
  const verify = useMutation({ mutationFn: () => api.books.verifyDay({ day }) });
  if (verify.data === undefined)
    return (
      <>
        <Button kind="quiet" busy={verify.isPending} onClick={() => verify.mutate()}>
          <Trans>Compute again</Trans>
        </Button>
        <Refusal error={verify.error} />
      </>
    );
  const { rootMatches, wrongTotals } = verify.data;
  if (!rootMatches)
    return (
      <p className="danger" role="status">
        <Trans>The root differs: the books of this day were changed.</Trans>
      </p>
    );
  if (wrongTotals !== null && wrongTotals.length > 0)
    return (
      <p className="danger" role="status">
        <Trans>The root matches, but totals differ: {wrongTotals.join(', ')}</Trans>
      </p>
    );
  return (
    <p className="positive" role="status">
      {wrongTotals === null ? <Trans>The root matches.</Trans> : <Trans>Root and totals match.</Trans>}
    </p>
  );
}
