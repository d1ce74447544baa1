import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';

/** The one table for rows that are there already, because the page came with them, under their heading where it has one. */
export function GivenTable<Row extends Record<string, unknown>>(
  props: Omit<DataTableProps<Row>, 'query'> & {
    title?: ReactNode;
    rows: readonly Row[];
    /** Between heading and table. */
    lead?: ReactNode;
  },
) {
  const { title, rows, lead, ...rest } = props;
  return (
    <section className="panels">
      {title === undefined ? null : <h2>{title}</h2>}
      {lead}
      <DataTable {...rest} query={{ data: rows, error: null, isFetching: false, refetch: () => undefined }} />
    </section>
  );
}
