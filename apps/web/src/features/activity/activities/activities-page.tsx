import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { ActivityCard as Card, ActivityTab } from '@tern/contracts/routes/activities';
import { Empty } from '@tern/ui/empty';
import { IconButton } from '@tern/ui/icon-button';
import { CircleHelpIcon } from '@tern/ui/inside-icons';
import { LargeAppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Segmented } from '@tern/ui/segmented';
import { useState } from 'react';
import { getAsset } from '../../../shared/get-asset.ts';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { oneOf, useChangeSearch, useSearch } from '../../../shared/search-params.ts';
import { ActivityCard } from './activity-card.tsx';
import { activitiesQuery } from '../shared/activity-queries.ts';
import { ClaimSheet } from '../shared/claim-sheet.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { NoCountry } from '../shared/refusal-note.tsx';
import '../shared/activity.css';

const searchShape = { tab: oneOf(['all', 'reviewing', 'completed'], 'all') };

/** Everything people can take part in, and how far they are. */
function ActivitiesPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const { tab } = useSearch(searchShape);
  const changeSearch = useChangeSearch();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const list = useInfiniteQuery(activitiesQuery(tab));
  const [claimed, setClaimed] = useState<Card>();
  const [helping, setHelping] = useState(false);
  const { offered = true, countryNeeded = false } = list.data?.pages[0] ?? {};
  const token = getAsset(installation, 'reward');
  return (
    <Page
      gap="small"
      bar={
        <LargeAppBar
          title={t`Activity`}
          actions={
            <IconButton label={t`How activities work`} onClick={() => setHelping(true)}>
              <CircleHelpIcon />
            </IconButton>
          }
        />
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={list.refetch} />
      <Segmented<ActivityTab>
        label={t`Activities to show`}
        value={tab}
        options={[
          { value: 'all', label: t`All` },
          { value: 'reviewing', label: t`Reviewing` },
          { value: 'completed', label: t`Completed` },
        ]}
        onChange={(chosen) => changeSearch(() => (chosen === 'all' ? {} : { tab: chosen }))}
      />
      {countryNeeded && tab === 'all' ? <NoCountry /> : null}
      <PagedList
        query={list}
        itemsOf={(page) => page.activities}
        loading={shape}
        failed={<Trans>Couldn’t load the activities.</Trans>}
        empty={<NoActivities tab={tab} offered={offered} countryNeeded={countryNeeded} />}
      >
        {(cards) => (
          <ul className="stack gap-3">
            {cards.map((card) => (
              <li key={card.id}>
                <ActivityCard card={card} token={token} onClaim={() => setClaimed(card)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <ClaimSheet activity={claimed} token={token} onClose={() => setClaimed(undefined)} />
      <HelpSheet open={helping} onClose={() => setHelping(false)} />
    </Page>
  );
}

function NoActivities(props: { tab: ActivityTab; offered: boolean; countryNeeded: boolean }) {
  if (props.tab === 'reviewing') {
    return (
      <Empty
        title={<Trans>No entries under review</Trans>}
        note={<Trans>Entries you submit appear here until they are reviewed.</Trans>}
      />
    );
  }
  if (props.tab === 'completed') {
    return (
      <Empty
        title={<Trans>No completed activities yet</Trans>}
        note={<Trans>Rewards you have claimed appear here.</Trans>}
      />
    );
  }
  // The country is asked for above.
  if (!props.offered && props.countryNeeded) return null;
  return props.offered ? (
    <Empty
      title={<Trans>No activities right now</Trans>}
      note={<Trans>Activities appear here with their reward and end date.</Trans>}
    />
  ) : (
    <Empty
      title={<Trans>No activities where you live</Trans>}
      note={
        <Trans>
          Rewards are allowed only in some countries. Everything else in the wallet works as it does elsewhere.
        </Trans>
      }
    />
  );
}

/** What the page shows first. */
function askFirst(queries: QueryClient): void {
  void queries.prefetchInfiniteQuery(activitiesQuery('all'));
}

export { askFirst, ActivitiesPage as Component };
