import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { DistributionView } from '@tern/contracts/routes/pool';
import { EndMark } from '@tern/ui/end-mark';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { CircleHelpIcon, ScaleIcon, SwapIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { AppBar, LargeAppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { Skeleton, SkeletonRows, SkeletonShape } from '@tern/ui/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { getAsset } from '../../../shared/get-asset.ts';
import { LoadMore } from '../../../shared/inside/load-more.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { DistributionRow } from './distribution-row.tsx';
import { DistributionSheet } from './distribution-sheet.tsx';
import { ExclusionNote } from './exclusion-note.tsx';
import { OwnRewards } from './own-rewards.tsx';
import { PoolCard } from './pool-card.tsx';
import { PoolTiles } from './pool-tiles.tsx';
import './reward-page.css';
import { distributionsQuery, poolQuery } from './reward-queries.ts';
import { TermsSheet } from './terms-sheet.tsx';

/** The pool that pays holders of the reward token: what is in it, what it paid, and how anybody checks that. */
function RewardPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const pool = useQuery(poolQuery);
  const past = useInfiniteQuery(distributionsQuery);
  const [explaining, setExplaining] = useState(false);
  const [opened, setOpened] = useState<DistributionView>();
  const token = getAsset(installation, 'reward');
  const distributions = past.data?.pages.flatMap((page) => page.distributions);
  const actions = (
    <>
      <IconButton as={Link} to={paths.swap} label={t`Swap`}>
        <SwapIcon />
      </IconButton>
      <IconButton label={t`How it works`} onClick={() => setExplaining(true)}>
        <CircleHelpIcon />
      </IconButton>
    </>
  );
  return (
    <Page
      gap="small"
      bar={
        installation.tabs.includes('reward') ? (
          <LargeAppBar title={t`Reward`} actions={actions} />
        ) : (
          <AppBar title={t`Reward`} back={<BackButton fallback={paths.home} />} action={actions} />
        )
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={() => Promise.all([pool.refetch(), past.refetch()])} />
      {pool.data === undefined ? (
        pool.error === null ? (
          <PoolShape />
        ) : (
          <ErrorState
            note={<Trans>Your money is safe. The pool could not be read.</Trans>}
            retrying={pool.isFetching}
            onRetry={() => void pool.refetch()}
          />
        )
      ) : (
        <>
          {pool.error === null ? null : <OutdatedNote readAtMs={pool.dataUpdatedAt} />}
          <ExclusionNote pool={pool.data} />
          <PoolCard pool={pool.data} token={token} />
          <PoolTiles pool={pool.data} token={token} />
          {distributions === undefined ? null : (
            <OwnRewards distributions={distributions} pool={pool.data} token={token} />
          )}
          <button type="button" className="reward-verify" aria-haspopup="dialog" onClick={() => setExplaining(true)}>
            <Row
              start={
                <Mark kind="brand">
                  <ScaleIcon />
                </Mark>
              }
              title={t`Verify it yourself`}
              note={t`Formula, inputs and proof`}
              leads
            />
          </button>
        </>
      )}
      <section className="stack" aria-labelledby="past-title">
        <h2 className="title-3 reward-past" id="past-title">
          <Trans>Past distributions</Trans>
        </h2>
        {distributions === undefined ? (
          past.error === null ? (
            <SkeletonRows count={3} />
          ) : (
            <ErrorState
              note={<Trans>Your money is safe. The list could not be reached.</Trans>}
              retrying={past.isFetching}
              onRetry={() => void past.refetch()}
            />
          )
        ) : distributions.length === 0 ? (
          <p className="caption">
            <Trans>There was none yet.</Trans>
          </p>
        ) : (
          <>
            <ul>
              {distributions.map((distribution) => (
                <li key={distribution.id}>
                  <DistributionRow distribution={distribution} token={token} onOpen={() => setOpened(distribution)} />
                </li>
              ))}
            </ul>
            {past.hasNextPage ? (
              <LoadMore
                failed={past.isFetchNextPageError}
                busy={past.isFetchingNextPage}
                onLoad={() => void past.fetchNextPage({ cancelRefetch: false })}
              />
            ) : (
              <EndMark>
                <Trans>That is everything</Trans>
              </EndMark>
            )}
          </>
        )}
      </section>
      <TermsSheet open={explaining} installation={installation} pool={pool.data} onClose={() => setExplaining(false)} />
      <DistributionSheet distribution={opened} token={token} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

function PoolShape() {
  return (
    <Skeleton>
      <div className="stack gap-3">
        <SkeletonShape width="100%" height="164px" />
        <div className="reward-tiles">
          {[1, 2, 3, 4].map((each) => (
            <SkeletonShape key={each} width="100%" height="74px" />
          ))}
        </div>
      </div>
    </Skeleton>
  );
}

export { RewardPage as Component };
