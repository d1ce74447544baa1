import { Trans, useLingui } from '@lingui/react/macro';
import type { RefusedListView } from '@tern/contracts/routes/console-screening';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatDay } from '../../shared/format-time.ts';

/** The lists there are, with where their addresses come from. */
export function Lists({ lists }: { lists: readonly RefusedListView[] }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<RefusedListView>[] = [
    { id: 'list', name: t`List`, fixed: true, opens: true, sortBy: ({ list }) => list, cell: ({ list }) => list },
    {
      id: 'addresses',
      name: t`Addresses`,
      fixed: true,
      end: true,
      sortBy: ({ addresses }) => addresses,
      cell: ({ addresses }) => <span className="number">{addresses}</span>,
    },
    {
      id: 'newest',
      name: t`Newest from`,
      fixed: true,
      sortBy: ({ asOf }) => asOf,
      cell: ({ source, asOf }) => (
        <Trans>
          {source}, as of {formatDay(asOf)}
        </Trans>
      ),
    },
  ];
  return (
    <GivenTable
      name="screening-lists"
      label={t`Lists of refused addresses`}
      columns={columns}
      rows={lists}
      keyOf={({ list }) => list}
      pathOf={({ list }) => `/screening/lists/${encodeURIComponent(list)}`}
      empty={
        <p className="ink-2">
          <Trans>
            There is no list, so nothing is held for one. An administrator proposes addresses, and a second one puts
            them on a list.
          </Trans>
        </p>
      }
    />
  );
}
