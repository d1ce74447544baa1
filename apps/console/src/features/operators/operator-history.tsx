import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorHistoryRow } from '@tern/contracts/routes/console-operators';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { nameOf } from '../../shared/code-names.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useRoleNames } from '../../shared/role-names.ts';

/** What an operator did and what was done about them, from the log: the newest first, further pages as they are asked for. */
export function OperatorHistory({ name }: { name: string }) {
  const { t } = useLingui();
  const history = useInfiniteQuery({
    queryKey: ['operators', name, 'history'],
    queryFn: ({ pageParam }) =>
      api.operators.listHistory({ name, ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // As the page above it; whoever reads on in the past is left alone.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 10_000 : false),
  });
  return (
    <>
      <h2>
        <Trans>History</Trans>
      </h2>
      <DataTable
        name="operator-history"
        label={t`History`}
        columns={useColumns(name)}
        query={pagedRows(history, ({ actions }) => actions)}
        keyOf={({ seq }) => String(seq)}
        empty={<Trans>What this operator does will appear here.</Trans>}
        foot={
          <MoreRows query={history}>
            <Trans>Earlier rows</Trans>
          </MoreRows>
        }
      />
    </>
  );
}

function useColumns(name: string): readonly DataColumn<OperatorHistoryRow>[] {
  const { t, i18n } = useLingui();
  const roleNames = useRoleNames();
  return useMemo(
    (): readonly DataColumn<OperatorHistoryRow>[] => [
      { id: 'at', name: t`Time`, fixed: true, cell: ({ at }) => formatTime(at) },
      {
        id: 'what',
        name: t`What was done`,
        fixed: true,
        cell: (row) => (
          <>
            {row.subject === '' ? (
              i18n._(nameOf('operatorActions', row.kind))
            ) : (
              <Link className="link" to={pathOf(row)}>
                {i18n._(nameOf('operatorActions', row.kind))}
              </Link>
            )}
            <Details row={row} roleNames={roleNames} />
          </>
        ),
      },
      {
        id: 'operator',
        name: t`Operator`,
        fixed: true,
        cell: ({ operator }) =>
          operator === null ? (
            <Trans>Command line</Trans>
          ) : operator === name ? (
            operator
          ) : (
            <Link className="link" to={`/operators/${operator}`}>
              {operator}
            </Link>
          ),
      },
    ],
    [t, i18n, name, roleNames],
  );
}

/** The page of what a row is about where it has one, otherwise every row of the log about the same. */
function pathOf({ kind, subject }: OperatorHistoryRow): string {
  return kind.startsWith('person-') && subject !== 'nobody' && kind !== 'person-sought'
    ? `/people/${subject}`
    : `/log?subject=${encodeURIComponent(subject)}`;
}

function Details({ row, roleNames }: { row: OperatorHistoryRow; roleNames: Readonly<Record<string, string>> }) {
  const { name, role, from, key, note } = row;
  const named = (code: string): string => roleNames[code] ?? code;
  const parts = [
    row.kind.startsWith('operator-') && name !== null ? name : null,
    role === null ? null : from === null ? named(role) : `${named(from)} → ${named(role)}`,
    key,
    note === null ? null : `“${note}”`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <p className="ink-2">{parts.join(' · ')}</p>;
}
