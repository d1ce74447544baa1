import type { Sorting } from './data-column.ts';

type Order = 'newest' | 'oldest' | undefined;

const columns = ['at'] as const;

/** How a list that the server sorts by its times came, and the way to ask for the other order; the newest first by itself. */
export function sortByTime(order: Order, onOrder: (order: '' | 'oldest') => void) {
  return {
    sorting: { column: 'at', descending: order !== 'oldest' },
    columns,
    onSort: ({ descending }: Sorting) => onOrder(descending ? '' : 'oldest'),
  };
}
