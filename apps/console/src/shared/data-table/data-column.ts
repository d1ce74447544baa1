import type { ReactNode } from 'react';

/** What a table sorts by. Null stands at the end in both directions. */
export type SortValue = string | number | bigint | null;

/** A column of a `DataTable`. */
export type DataColumn<Row> = {
  /** Unique in its table; kept in the browser where columns are chosen, so it stays as it is. */
  readonly id: string;
  /** Stands above the column, beside the value where rows are cards, and where columns are chosen. */
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** With it, the name is a button that sorts the rows that are there. */
  readonly sortBy?: (row: Row) => SortValue;
  /** With it, the table's filter looks into the column. */
  readonly text?: (row: Row) => string;
  /** Its cell leads to the page of the row; one column of a table. */
  readonly opens?: true;
  /** Numbers and amounts, at the end of their cell. */
  readonly end?: true;
  /** Sentences: where rows are cards, they have the whole width, and no name beside them. */
  readonly whole?: true;
  /** Cannot be hidden. */
  readonly fixed?: true;
  /** Hidden until somebody chooses it. */
  readonly extra?: true;
};

/** Which way a table is sorted. */
export type Sorting = { readonly column: string; readonly descending: boolean };
