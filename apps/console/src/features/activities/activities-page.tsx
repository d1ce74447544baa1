import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '@tern/ui/chip';
import { Link } from 'react-router';
import { api } from '../../shared/api.ts';
import { formatMoney } from '../../shared/format.ts';
import { formatDay } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { activityStates } from './activity-states.ts';

type RowView = Awaited<ReturnType<typeof api.activities.listActivities>>['activities'][number];

/** All activities, newest first, with the reward of each. */
export function ActivitiesPage() {
  const { assets } = useOperator();
  const activities = useQuery({ queryKey: ['activities'], queryFn: () => api.activities.listActivities() });
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
      query={activities}
    >
      {({ activities: rows, owned }) => (
        <>
          <p className="ink-2">
            <Trans>The house owns {formatMoney(owned, 'reward', assets)} to set aside for new ones.</Trans>
          </p>
          <section className="panel">
            {rows.length === 0 ? (
              <p className="ink-2">
                <Trans>None yet.</Trans>
              </p>
            ) : (
              <table>
                <thead>
                  <tr>
                    <th>
                      <Trans>Activity</Trans>
                    </th>
                    <th>
                      <Trans>Status</Trans>
                    </th>
                    <th>
                      <Trans>Closes</Trans>
                    </th>
                    <th className="end">
                      <Trans>Reward</Trans>
                    </th>
                    <th className="end">
                      <Trans>Places</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <ActivityRow key={row.id} row={row} />
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </>
      )}
    </Page>
  );
}

function ActivityRow({ row }: { row: RowView }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  return (
    <tr>
      <td>
        <Link className="link" to={`/activities/${row.id}`}>
          {row.title}
        </Link>
        <p className="ink-2">{row.platform}</p>
      </td>
      <td>
        <Chip kind={row.state === 'published' ? 'positive' : 'neutral'}>{i18n._(activityStates[row.state])}</Chip>
      </td>
      <td>{formatDay(row.closesAt)}</td>
      <td className="end number">{formatMoney(row.reward, 'reward', assets)}</td>
      <td className="end number">
        <Trans>
          {row.placesTaken} of {row.places}
        </Trans>
      </td>
    </tr>
  );
}
