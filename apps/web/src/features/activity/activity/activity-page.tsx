import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { decimal, useSearch, uuid } from '../../../shared/search-params.ts';
import { ActivityBody } from './activity-body.tsx';
import { activityQuery } from '../shared/activity-queries.ts';
import '../shared/activity.css';

/** One activity: what it asks for, what it gives, and the person's own part in it. */
function ActivityPage() {
  const { t } = useLingui();
  const { id, reward } = useSearch({ id: uuid, reward: decimal });
  const { data: installation } = useSuspenseQuery(installationQuery);
  const query = useQuery({ ...activityQuery(id ?? ''), enabled: id !== undefined });
  const { error } = query;
  const token = getAsset(installation, 'reward');
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  const bar = <AppBar title={t`Activity`} back={<BackButton fallback={paths.activities} />} />;
  if (!missing && query.data !== undefined) {
    const note = (
      <>
        <PullToRefresh label={t`Refreshing`} onRefresh={query.refetch} />
        <OutdatedNote query={query} />
      </>
    );
    return <ActivityBody bar={bar} note={note} activity={query.data} token={token} />;
  }
  return (
    <Page bar={bar}>
      {missing ? (
        <Empty
          title={<Trans>Activity not found</Trans>}
          note={<Trans>It may have been removed, or it is not open to you.</Trans>}
          action={
            <Button as={Link} to={paths.activities} replace kind="quiet" small>
              <Trans>All activities</Trans>
            </Button>
          }
        />
      ) : (
        <Loaded
          query={query}
          loading={
            <LoadingActivity hint={reward === undefined ? undefined : `${formatDecimal(reward)} ${token.symbol}`} />
          }
          failed={<Trans>Couldn’t load the activity.</Trans>}
        >
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

/** `hint`: what the address says of the reward, until the server has said what it is. */
function LoadingActivity(props: { hint: string | undefined }) {
  return (
    <Skeleton>
      <div className="stack gap-4">
        <SkeletonShape width="100%" height="118px" />
        <SkeletonShape width="78%" height="1.75rem" />
        <span className="cluster wrap">
          {props.hint === undefined ? <SkeletonShape width="84px" height="1.5rem" /> : <Chip>{props.hint}</Chip>}
          <SkeletonShape width="112px" height="1.5rem" />
        </span>
        <SkeletonShape width="100%" />
        <SkeletonShape width="92%" />
        <SkeletonShape width="100%" height="3.25rem" />
        <SkeletonShape width="100%" height="9rem" />
      </div>
    </Skeleton>
  );
}

export { ActivityPage as Component };
