import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { loggedRowsMax, type ActionView, type LogFilter } from '@tern/contracts/routes/console-log';
import { Button } from '@tern/ui/button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import { CutFile } from '../../shared/cut-file.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { sortByTime } from '../../shared/data-table/sort-by-time.ts';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { formatRowMoment } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { SearchField } from '../../shared/search-field.tsx';
import { useAddressFilter } from '../../shared/use-address-filter.ts';
import { ActionDetails, ActionSentence } from './action-sentence.tsx';
import { LogFilters } from './log-filters.tsx';
import { logQuery, readFilter, type FilterName } from './log-query.ts';
import { NoRows } from './no-rows.tsx';
import { Verification } from './verification.tsx';
import './log.css';

/** Everything operators did, in sentences, and whether it is still what was written. */
export function LogPage() {
  const { t } = useLingui();
  const [params, change] = useAddressFilter<FilterName>();
  const filter = readFilter(params);
  const log = useInfiniteQuery(logQuery(filter));
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>Audit log</Trans>
        </h1>
        <div className="cluster">
          <Verification />
          <HelpLink page="console#audit-log" />
        </div>
      </header>
      <div className="page-body">
        <DataTable
          name="log"
          label={t`Audit log`}
          columns={useColumns()}
          query={pagedRows(log, ({ actions }) => actions)}
          keyOf={({ seq }) => String(seq)}
          empty={<NoRows filter={filter} searchedAs={log.data?.pages[0]?.searchedAs ?? null} />}
          server={sortByTime(filter.order, (order) => change({ order }))}
          tools={
            <SearchField
              label={t`Person, id, or words of a note`}
              search={filter.search ?? ''}
              onSearch={(search) => change({ search })}
              onPerson={(search) => change({ search })}
            />
          }
          actions={<Download filter={filter} />}
          filters={<LogFilters filter={filter} onChange={change} />}
          foot={
            <MoreRows query={log}>
              {filter.order === 'oldest' ? <Trans>Later rows</Trans> : <Trans>Earlier rows</Trans>}
            </MoreRows>
          }
        />
      </div>
    </main>
  );
}

function useColumns(): readonly DataColumn<ActionView>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly DataColumn<ActionView>[] => [
      {
        id: 'at',
        name: t`Time (UTC)`,
        fixed: true,
        cell: ({ at }) => <span className="log-time">{formatRowMoment(at)}</span>,
      },
      { id: 'action', name: t`What was done`, fixed: true, whole: true, cell: (row) => <ActionSentence row={row} /> },
      { id: 'operator', name: t`Operator`, extra: true, cell: ({ operator }) => operator ?? t`The command line` },
      { id: 'kind', name: t`Action`, extra: true, cell: ({ kind }) => i18n._(nameOf('operatorActions', kind)) },
      { id: 'subject', name: t`About`, extra: true, cell: ({ subject }) => <span className="mono">{subject}</span> },
      { id: 'details', name: t`As it was written`, whole: true, cell: (row) => <ActionDetails row={row} /> },
    ],
    [t, i18n],
  );
}

/** What is filtered as a file. */
function Download({ filter }: { filter: LogFilter }) {
  const { role } = useOperator();
  const download = useMutation({
    mutationFn: async () => {
      const { csv, cutAt } = await api.log.exportLog(filter);
      saveFile('log.csv', csv);
      return { cutAt, order: filter.order };
    },
  });
  if (role !== 'treasurer' && role !== 'administrator') return null;
  return (
    <>
      <Button kind="quiet" busy={download.isPending} onClick={() => download.mutate()}>
        <DownloadIcon size="s" />
        <Trans>Download as CSV</Trans>
      </Button>
      <Refusal error={download.error} />
      <CutFile
        cutAt={download.data?.cutAt ?? null}
        order={download.data?.order ?? filter.order}
        rowsMax={loggedRowsMax}
      />
    </>
  );
}
