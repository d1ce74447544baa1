import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format.ts';
import { nameOf } from '../../shared/code-names.ts';
import { PagedTable } from '../../shared/paged-table.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { saveFile } from '../../shared/save-file.ts';

const filters = ['operator', 'kind', 'subject'] as const;

type Filter = Partial<Record<(typeof filters)[number], string>>;
type ActionView = Awaited<ReturnType<typeof api.log.listActions>>['actions'][number];

/** Everything operators did, newest first, and whether it is still what was written. */
export function LogPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const filter = Object.fromEntries(
    filters.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
  const log = useInfiniteQuery({
    queryKey: ['log', filter],
    queryFn: ({ pageParam }) =>
      api.log.listActions({ ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const labels = { operator: t`Operator`, kind: t`Action code`, subject: t`About` };
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          <Trans>Audit log</Trans>
        </h1>
        <Verification />
      </header>
      <div className="page-body">
        <Filters filter={filter} labels={labels} />
        <PagedTable
          query={log}
          itemsOf={({ actions }) => actions}
          empty={<Trans>Nothing.</Trans>}
          more={<Trans>Earlier rows</Trans>}
          head={
            <>
              <th>#</th>
              <th>
                <Trans>Time</Trans>
              </th>
              <th>{labels.operator}</th>
              <th>
                <Trans>What was done</Trans>
              </th>
              <th>{labels.kind}</th>
              <th>{labels.subject}</th>
              <th>
                <Trans>Details</Trans>
              </th>
            </>
          }
          rowOf={(row) => <Action key={row.seq} row={row} />}
        />
      </div>
    </main>
  );
}

/** What the log is narrowed to, and a file of the same. */
function Filters(props: { filter: Filter; labels: Record<(typeof filters)[number], string> }) {
  const { filter, labels } = props;
  const [search, setSearch] = useSearchParams();
  const download = useMutation({
    mutationFn: () => api.log.exportLog(filter),
    onSuccess: ({ csv }) => saveFile('log.csv', csv),
  });
  return (
    <form
      className="cluster wrap"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const given = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
        setSearch(new URLSearchParams(given as [string, string][]));
      }}
    >
      {filters.map((name) => (
        <input
          key={`${name}:${search.get(name) ?? ''}`}
          name={name}
          className="input"
          aria-label={labels[name]}
          placeholder={labels[name]}
          defaultValue={search.get(name) ?? ''}
        />
      ))}
      <Button kind="quiet" type="submit">
        <Trans>Filter</Trans>
      </Button>
      <Button kind="quiet" busy={download.isPending} onClick={() => download.mutate()}>
        <Trans>Download as CSV</Trans>
      </Button>
    </form>
  );
}

function Action({ row }: { row: ActionView }) {
  const { i18n } = useLingui();
  return (
    <tr>
      <td className="number">{row.seq}</td>
      <td className="number">{formatTime(row.at)}</td>
      <td>{row.operator ?? <Trans>Command line</Trans>}</td>
      <td>{i18n._(nameOf('operatorActions', row.kind))}</td>
      <td className="mono">{row.kind}</td>
      <td className="mono">{row.subject}</td>
      <td className="mono">
        <details>
          <summary>{row.hash.slice(0, 12)}…</summary>
          {row.details}
          <br />
          {row.hash}
        </details>
      </td>
    </tr>
  );
}

function Verification() {
  const verify = useMutation({ mutationFn: () => api.log.verifyLog() });
  const { data } = verify;
  return (
    <div className="cluster wrap">
      <p role="status">
        {verify.isError ? (
          <span className="danger">{problemText(verify.error)}</span>
        ) : data === undefined ? null : data.fault === null ? (
          <span className="positive">
            <Trans>All {data.head.seq} rows are as they were written.</Trans>
          </span>
        ) : (
          <span className="danger">
            <Trans>Row {data.fault.seq} is not as it was written.</Trans>
          </span>
        )}
      </p>
      <Button kind="quiet" busy={verify.isPending} onClick={() => verify.mutate()}>
        <Trans>Verify</Trans>
      </Button>
    </div>
  );
}
