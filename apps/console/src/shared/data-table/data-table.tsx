import { Trans, useLingui } from '@lingui/react/macro';
import { useTable, type ColumnDef, type Row as TableRow, type SortingState } from '@tanstack/react-table';
import { classNames } from '@tern/ui/class-names';
import { Loaded, type LoadingQuery } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { useMemo, useState, type ReactNode } from 'react';
import { problemText } from '../problem-texts.ts';
import { Refusal } from '../refusal.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { compareValues } from './compare-values.ts';
import type { DataColumn, Sorting, SortValue } from './data-column.ts';
import { dataFeatures, type DataFeatures } from './data-features.ts';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { useKeptColumns } from './use-kept-columns.ts';
import './data-table.css';

type Item = Record<string, unknown>;

/** How many columns still fit side by side on a tablet. */
const columnsOnTablets = 5;

/** How many values of a long row stand in one of its lines on a tablet, so that the last line is not almost empty; 3 or 4. */
function valuesInLine(columns: number): number {
  return Math.max(3, Math.ceil(columns / Math.ceil(columns / 4)));
}

export type DataTableProps<Row extends Item> = {
  /** Kept in the browser with the chosen columns, so it stays as it is. */
  name: string;
  /** What readers of the screen hear the table called. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** The rows and how far reading them is; an array's query or a page of one. */
  query: LoadingQuery<readonly Row[]>;
  keyOf: (row: Row) => string;
  /** The page of a row; without it, rows open nothing. */
  pathOf?: (row: Row) => string;
  /** Stands in place of a table without rows; it teaches what will stand here. */
  empty: ReactNode;
  /** How the rows came sorted, where the server sorts them: `onSort` asks for another order of `columns`. */
  server?: { sorting: Sorting; columns: readonly string[]; onSort: (sorting: Sorting) => void };
  /** How the rows that are there are sorted at first; as they came by default. */
  sorting?: Sorting;
  /** Amounts stand in most columns: it is a table of many columns however few it has. */
  long?: true;
  /** With a label, a field narrows the rows that are there to those with a text. */
  filter?: string;
  /** Before the choice of columns: a search, filters. */
  tools?: ReactNode;
  /** After it: a download. */
  actions?: ReactNode;
  /** Between tools and table. */
  filters?: ReactNode;
  /** Below the rows: how many there are, the next page. */
  foot?: ReactNode;
};

/**
 * The one table of the console: sorted by the names of its columns, filtered, its columns chosen, its names in sight while
 * rows scroll, its rows opened with arrows and Enter. On a tablet a table of many columns says their names in each row; on a
 * phone every row is a card.
 */
export function DataTable<Row extends Item>(props: DataTableProps<Row>) {
  const { columns, query } = props;
  const { shown, choose } = useKeptColumns(props.name, columns);
  const [text, setText] = useState('');
  const canChoose = columns.some(({ fixed }) => fixed !== true);
  return (
    <div className="data">
      {props.tools === undefined && props.filter === undefined && props.actions === undefined && !canChoose ? null : (
        <div className="data-tools">
          {props.tools}
          {props.filter === undefined ? null : (
            <input
              className="input grow"
              type="search"
              aria-label={props.filter}
              placeholder={props.filter}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
          {canChoose ? <ColumnsMenu columns={columns} shown={shown} onChoose={choose} /> : null}
          {props.actions}
        </div>
      )}
      {props.filters}
      <section className="panel data-panel">
        <Loaded query={query} loading={<Shape />} failed={problemText(query.error)}>
          {(rows) => (
            <>
              <Refusal error={query.error} />
              {rows.length === 0 ? props.empty : <Rows {...props} rows={rows} shown={shown} text={text} />}
            </>
          )}
        </Loaded>
      </section>
      {props.foot}
    </div>
  );
}

function Rows<Row extends Item>(
  props: DataTableProps<Row> & { rows: readonly Row[]; shown: Readonly<Record<string, boolean>>; text: string },
) {
  const { columns, rows, server, shown, text, keyOf, query } = props;
  const { t } = useLingui();
  const [sorting, setSorting] = useState(props.sorting);
  const sorted = server?.sorting ?? sorting;
  const table = useTable<DataFeatures, Row>({
    features: dataFeatures,
    columns: useMemo(() => columns.map((column) => defineColumn(column, server?.columns)), [columns, server?.columns]),
    data: rows,
    getRowId: keyOf,
    manualSorting: server !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    globalFilterFn: (row, _, wanted: string) => includesText(columns, row, wanted),
    getColumnCanGlobalFilter: () => true,
    state: {
      sorting: sorted === undefined ? [] : [{ id: sorted.column, desc: sorted.descending }],
      columnVisibility: shown,
      globalFilter: text,
    },
    onSortingChange: (change) => {
      const now: SortingState = sorted === undefined ? [] : [{ id: sorted.column, desc: sorted.descending }];
      const [next] = typeof change === 'function' ? change(now) : change;
      if (next === undefined) return;
      (server?.onSort ?? setSorting)({ column: next.id, descending: next.desc });
    },
  });
  const visible = columns.filter(({ id }) => shown[id]);
  const found = table.getRowModel().rows;
  return (
    <>
      <table
        className={classNames(
          'data-table',
          (props.long === true || visible.length > columnsOnTablets) && 'data-table-wide',
          `data-lines-${valuesInLine(visible.filter(({ whole }) => whole !== true).length)}`,
          found.length < 2 && text === '' && 'data-table-few',
        )}
        aria-label={props.label}
        aria-busy={query.isFetching}
      >
        <TableHead columns={visible} headers={table.getHeaderGroups()[0]?.headers ?? []} />
        <TableBody columns={visible} rows={found} pathOf={props.pathOf} />
      </table>
      <p className="data-none ink-2" role="status">
        {found.length > 0 ? null : <Trans>No row contains “{text}”.</Trans>}
        {found.length === 0 || text === '' ? null : <span className="visually-hidden">{t`${found.length} rows`}</span>}
      </p>
    </>
  );
}

function defineColumn<Row extends Item>(
  { id, name, sortBy }: DataColumn<Row>,
  byServer: readonly string[] | undefined,
): ColumnDef<DataFeatures, Row> {
  return {
    id,
    header: name,
    accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
    enableSorting: byServer === undefined ? sortBy !== undefined : byServer.includes(id),
    sortUndefined: 'last',
    sortFn: (one, other) =>
      compareValues(one.getValue<Exclude<SortValue, null>>(id), other.getValue<Exclude<SortValue, null>>(id)),
  };
}

function includesText<Row extends Item>(
  columns: readonly DataColumn<Row>[],
  { original }: TableRow<DataFeatures, Row>,
  wanted: string,
): boolean {
  const lower = wanted.trim().toLocaleLowerCase();
  return columns.some(({ text }) => text?.(original).toLocaleLowerCase().includes(lower));
}

function Shape() {
  return (
    <Skeleton>
      <div className="data-shape">
        {Array.from({ length: 8 }, (_, row) => (
          <SkeletonShape key={row} width="100%" height="1.25rem" />
        ))}
      </div>
    </Skeleton>
  );
}
