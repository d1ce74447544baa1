import { useLingui } from '@lingui/react/macro';
import type { DataColumn } from './data-table/data-column.ts';
import { formatTime } from './format-time.ts';

/** What a proposal says with its reason, and who proposed it when. */
export function useProposedColumns<
  Row extends { readonly note: string; readonly proposedBy: string; readonly proposedAt: string },
>(say: (row: Row) => string): readonly DataColumn<Row>[] {
  const { t } = useLingui();
  return [
    {
      id: 'change',
      name: t`Change`,
      fixed: true,
      whole: true,
      sortBy: say,
      cell: (row) => (
        <>
          <strong>{say(row)}</strong>
          <p className="ink-2">{row.note}</p>
        </>
      ),
    },
    {
      id: 'proposed',
      name: t`Proposed`,
      fixed: true,
      sortBy: ({ proposedAt }) => proposedAt,
      cell: ({ proposedBy, proposedAt }) => (
        <>
          {proposedBy}
          <p className="ink-2">{formatTime(proposedAt)}</p>
        </>
      ),
    },
  ];
}
