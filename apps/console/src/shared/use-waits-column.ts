import { useLingui } from '@lingui/react/macro';
import type { DataColumn } from './data-table/data-column.ts';
import { formatAge } from './format.ts';

/** For how long each row has waited, by the server's clock when it answered. */
export function useWaitsColumn(nowMs: number): DataColumn<{ readonly since: string }> {
  const { t } = useLingui();
  return {
    id: 'age',
    name: t`Waits`,
    fixed: true,
    sortBy: ({ since }) => since,
    // Its number and unit stay together in a narrow column.
    cell: ({ since }) => formatAge(since, nowMs).replaceAll(' ', '\u00a0'),
  };
}
