import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonHoldView } from '@tern/contracts/routes/console-person-tabs';
import { Chip } from '@tern/ui/chip';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { stopReason } from '../../shared/reason-names.ts';

/** Every hold there is or was: why, since when, until when, who answers for it, and what the person can do. */
export function HoldsTab({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['person', person.id, 'holds'],
    queryFn: () => api.people.holds({ id: person.id }),
  });
  return (
    <>
      <DataTable
        name="person-holds"
        label={t`Holds`}
        columns={useColumns()}
        query={{ ...query, data: query.data?.holds }}
        keyOf={({ id }) => id}
        empty={
          <Trans>There has never been a hold on this account. Holds will appear here with their reason and end.</Trans>
        }
      />
      <p className="ink-2">
        <Trans>
          What the person has stays theirs during every hold. They can object: a complaint in the app is answered by an
          operator, and a hold on new addresses ends by itself.
        </Trans>
      </p>
    </>
  );
}

function useColumns(): readonly DataColumn<PersonHoldView>[] {
  const { t, i18n } = useLingui();
  return useMemo((): readonly DataColumn<PersonHoldView>[] => {
    const reasonOf = ({ kind, reason }: PersonHoldView): string => {
      const known = stopReason(kind, reason);
      return known === undefined ? reason : i18n._(known);
    };
    return [
      {
        id: 'kind',
        name: t`Hold`,
        fixed: true,
        cell: ({ kind }) => (kind === 'account-frozen' ? t`Account on hold` : t`New addresses on hold`),
      },
      {
        id: 'reason',
        name: t`Reason`,
        fixed: true,
        sortBy: reasonOf,
        cell: (hold) => (
          <>
            {reasonOf(hold)}
            {hold.kind === 'account-frozen' && hold.note !== null ? <p className="ink-2">“{hold.note}”</p> : null}
          </>
        ),
      },
      {
        id: 'since',
        name: t`Since`,
        fixed: true,
        sortBy: ({ since }) => since,
        cell: ({ since }) => formatTime(since),
      },
      {
        id: 'until',
        name: t`Ends`,
        fixed: true,
        sortBy: ({ until }) => until,
        cell: (hold) =>
          hold.kind === 'account-frozen' && hold.liftedAt !== null ? (
            <Trans>ended early, {formatTime(hold.liftedAt)}</Trans>
          ) : (
            formatTime(hold.until)
          ),
      },
      {
        id: 'by',
        name: t`Answers for it`,
        fixed: true,
        cell: (hold) =>
          hold.kind === 'account-frozen' ? (
            <Link className="link" to={`/operators/${hold.by}`}>
              {hold.by}
            </Link>
          ) : (
            t`set by itself`
          ),
      },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: ({ on }) => (on ? <Chip kind="failed">{t`On`}</Chip> : <Chip kind="neutral">{t`Over`}</Chip>),
      },
    ];
  }, [t, i18n]);
}
