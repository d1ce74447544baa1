import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Chip } from '@tern/ui/chip';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedAnswer } from '../../shared/data-table/paged-rows.ts';
import { formatMoney } from '../../shared/format.ts';
import { formatDay } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { Money } from '../../shared/money.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { pagedQuery } from '../../shared/paged-query.ts';
import { activityStates } from './activity-states.ts';

type RowView = Awaited<ReturnType<typeof api.activities.listActivities>>['activities'][number];

const activitiesQuery = pagedQuery(['activities'], (page) => api.activities.listActivities(page), 10_000);

/** All activities, newest first, with the reward of each. */
export function ActivitiesPage() {
  const { assets } = useOperator();
  const activities = useInfiniteQuery(activitiesQuery);
  return (
    <Page
      title={<Trans>Activities</Trans>}
      aside={
        <div className="cluster">
          <Link className="link" to="/activities/new">
            <Trans>Draw one up</Trans>
          </Link>
          <HelpLink page="activities" />
        </div>
      }
      query={pagedAnswer(activities, (pages) => ({
        rows: pages.flatMap((page) => page.activities),
        owned: pages[0].owned,
      }))}
    >
      {({ rows, owned }) => (
        <>
          <p className="ink-2">
            <Trans>The house owns {formatMoney(owned, 'reward', assets)} to set aside for new ones.</Trans>
          </p>
          <Activities
            rows={rows}
            foot={
              <MoreRows query={activities}>
                <Trans>Earlier activities</Trans>
              </MoreRows>
            }
          />
        </>
      )}
    </Page>
  );
}

function Activities({ rows, foot }: { rows: readonly RowView[]; foot: ReactNode }) {
  const { t } = useLingui();
  return (
    <GivenTable
      name="activities"
      title={null}
      label={t`Activities`}
      {...(rows.length > 5 ? { filter: t`Search in these activities` } : {})}
      columns={useColumns()}
      rows={rows}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `/activities/${id}`}
      foot={foot}
      empty={
        <p className="ink-2">
          <Trans>No activity yet. Draw one up: its rewards are set aside once another operator publishes it.</Trans>
        </p>
      }
    />
  );
}

function useColumns(): readonly DataColumn<RowView>[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'activity',
      name: t`Activity`,
      fixed: true,
      opens: true,
      sortBy: ({ title }) => title,
      text: ({ title, platform }) => `${title} ${platform}`,
      cell: ({ title }) => title,
    },
    {
      id: 'platform',
      name: t`Platform`,
      fixed: true,
      sortBy: ({ platform }) => platform,
      cell: ({ platform }) => platform,
    },
    {
      id: 'status',
      name: t`Status`,
      fixed: true,
      sortBy: ({ state }) => i18n._(activityStates[state]),
      cell: ({ state }) => (
        <Chip kind={state === 'published' ? 'positive' : 'neutral'}>{i18n._(activityStates[state])}</Chip>
      ),
    },
    {
      id: 'closes',
      name: t`Closes`,
      fixed: true,
      sortBy: ({ closesAt }) => closesAt,
      cell: ({ closesAt }) => formatDay(closesAt),
    },
    {
      id: 'reward',
      name: t`Reward`,
      fixed: true,
      end: true,
      sortBy: ({ reward }) => BigInt(reward),
      cell: ({ reward }) => <Money amount={reward} assetId="reward" />,
    },
    {
      id: 'places',
      name: t`Places`,
      fixed: true,
      end: true,
      sortBy: ({ placesTaken }) => placesTaken,
      cell: ({ placesTaken, places }) => (
        <Trans>
          {placesTaken} of {places}
        </Trans>
      ),
    },
  ];
}
