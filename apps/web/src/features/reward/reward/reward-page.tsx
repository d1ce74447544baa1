import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { IconButton } from '@tern/ui/icon-button';
import { CircleHelpIcon, ScaleIcon, SwapIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { Mark } from '@tern/ui/mark';
import { AppBar, LargeAppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { useState } from 'react';
import { Link } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { getAsset } from '../../../shared/get-asset.ts';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { currenciesQuery } from '../../../shared/preference-queries.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { EstimateCard } from './estimate-card.tsx';
import { ExclusionNote } from './exclusion-note.tsx';
import { OwnFigures } from './own-figures.tsx';
import { PastDistributions } from './past-distributions.tsx';
import { PoolCard } from './pool-card.tsx';
import './reward-page.css';
import { distributionsQuery, poolQuery } from './reward-queries.ts';
import { TermsSheet } from './terms-sheet.tsx';

/** The pool that pays holders of the reward token: what is in it, what it paid, and how anybody checks that. */
function RewardPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const pool = useQuery(poolQuery);
  const past = useInfiniteQuery(distributionsQuery);
  // What the estimate is worth stands in its text.
  const currencies = useQuery(currenciesQuery);
  const [explaining, setExplaining] = useState(false);
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
      {areSettled(pool, past, currencies) ? (
        <>
          <Loaded query={pool} loading={shape} failed={<Trans>Couldn’t load the pool. Your money is safe.</Trans>}>
            {(read) => (
              <>
                <OutdatedNote query={pool} />
                <ExclusionNote pool={read} />
                {distributions === undefined ? null : (
                  <EstimateCard distributions={distributions} pool={read} token={token} />
                )}
                <PoolCard pool={read} token={token} />
                <OwnFigures pool={read} token={token} />
                <VerifyRow onOpen={() => setExplaining(true)} />
              </>
            )}
          </Loaded>
          <PastDistributions query={past} token={token} />
        </>
      ) : (
        // All of it at once: the list of what was paid stands below what the pool and the past rewards take.
        shape
      )}
      <TermsSheet open={explaining} installation={installation} pool={pool.data} onClose={() => setExplaining(false)} />
    </Page>
  );
}

function VerifyRow({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className="reward-verify" aria-haspopup="dialog" onClick={onOpen}>
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
  );
}

/** What the page shows first. */
function askFirst(queries: QueryClient): void {
  void queries.prefetchQuery(poolQuery);
  void queries.prefetchInfiniteQuery(distributionsQuery);
}

export { askFirst, RewardPage as Component };
