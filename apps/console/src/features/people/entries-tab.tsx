import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { PersonEntriesView } from '@tern/contracts/routes/console-person-tabs';
import { Chip, type ChipKind } from '@tern/ui/chip';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';

type Entry = PersonEntriesView['entries'][number];

const states = {
  'under-review': { name: msg`under review`, chip: 'waiting' },
  approved: { name: msg`approved, not claimed yet`, chip: 'running' },
  claimed: { name: msg`claimed, being paid`, chip: 'running' },
  completed: { name: msg`paid`, chip: 'done' },
  failed: { name: msg`rejected`, chip: 'failed' },
} as const satisfies Record<Entry['state'], { name: unknown; chip: ChipKind }>;

/** The activities that a person takes part in. */
export function EntriesTab({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['person', person.id, 'entries'],
    queryFn: () => api.people.entries({ id: person.id }),
  });
  return (
    <DataTable
      name="person-entries"
      label={t`Entries`}
      columns={useColumns()}
      query={{ ...query, data: query.data?.entries }}
      keyOf={({ id }) => id}
      empty={<Trans>Activities that the person takes part in will appear here.</Trans>}
    />
  );
}

function useColumns(): readonly DataColumn<Entry>[] {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  return useMemo(
    (): readonly DataColumn<Entry>[] => [
      {
        id: 'activity',
        name: t`Activity`,
        fixed: true,
        sortBy: ({ title }) => title,
        cell: ({ title, activityId }) => (
          <Link className="link" to={`/activities/${activityId}`}>
            {title}
          </Link>
        ),
      },
      {
        id: 'state',
        name: t`Status`,
        fixed: true,
        cell: ({ id, state }) => {
          const { name, chip } = states[state];
          return state === 'under-review' ? (
            <Link to={`/entries/${id}`}>
              <Chip kind={chip}>{i18n._(name)}</Chip>
            </Link>
          ) : (
            <Chip kind={chip}>{i18n._(name)}</Chip>
          );
        },
      },
      { id: 'tries', name: t`Tries`, end: true, fixed: true, sortBy: ({ tries }) => tries, cell: ({ tries }) => tries },
      {
        id: 'reward',
        name: t`Reward`,
        end: true,
        fixed: true,
        cell: ({ reward, assetId }) => <bdi dir="ltr">{formatMoney(reward, assetId, assets)}</bdi>,
      },
      {
        id: 'submitted',
        name: t`Submitted`,
        fixed: true,
        sortBy: ({ submittedAt }) => submittedAt,
        cell: ({ submittedAt }) => formatTime(submittedAt),
      },
    ],
    [t, i18n, assets],
  );
}
