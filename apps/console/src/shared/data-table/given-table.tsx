import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';

/** The one table for rows that are there already, because the page came with them, under what they are called. */
export function GivenTable<Row extends Record<string, unknown>>(
  props: Omit<DataTableProps<Row>, 'query'> & {
    /** The heading, where it is not the label; null where the page's title says it. */
    title?: ReactNode;
    rows: readonly Row[];
    /** Between heading and table. */
    lead?: ReactNode;
  },
) {
  const { title = props.label, rows, lead, ...rest } = props;
  return (
    <section className="panels">
      {title === null ? null : <h2>{title}</h2>}
      {lead}
      <DataTable {...rest} query={{ data: rows, error: null, isFetching: false, refetch: () => undefined }} />
    </section>
  );
}
