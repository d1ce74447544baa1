import { useLingui } from '@lingui/react/macro';
import type { Header } from '@tanstack/react-table';
import { classNames } from '@tern/ui/class-names';
import { ArrowDownIcon, ArrowUpIcon } from '@tern/ui/inside-icons';
import type { DataColumn } from './data-column.ts';
import type { DataFeatures } from './data-features.ts';

/** The names of the columns; those that sort are buttons. Where rows are cards, these buttons alone stand above them. */
export function TableHead<Row extends Record<string, unknown>>(props: {
  columns: readonly DataColumn<Row>[];
  headers: readonly Header<DataFeatures, Row>[];
}) {
  const { t } = useLingui();
  return (
    <thead>
      <tr data-sort-by={t`Sort by`}>
        {props.headers.map(({ id, column }) => {
          const shown = props.columns.find((each) => each.id === id);
          const direction = column.getIsSorted();
          return (
            <th
              key={id}
              scope="col"
              className={classNames(shown?.end && 'end', column.getCanSort() && 'data-sorts')}
              aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
            >
              {column.getCanSort() ? (
                <button type="button" onClick={() => column.toggleSorting()}>
                  {shown?.name}
                  {direction === 'asc' ? <ArrowUpIcon size="xs" /> : null}
                  {direction === 'desc' ? <ArrowDownIcon size="xs" /> : null}
                </button>
              ) : (
                shown?.name
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
