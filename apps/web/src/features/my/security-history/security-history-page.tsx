import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '@tern/ui/card';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { paths } from '../../../shared/paths.ts';
import '../shared/my-page.css';
import { securityEventTexts } from '../shared/security-event-texts.ts';

const historyQuery = infiniteQueryOptions({
  queryKey: ['security-events'],
  queryFn: ({ pageParam, signal }) => api.identity.securityEvents({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** Every sign-in and every change of a protection, newest first. */
function SecurityHistoryPage() {
  const { t, i18n } = useLingui();
  const history = useInfiniteQuery(historyQuery);
  return (
    <Page bar={<AppBar title={t`Account history`} back={<BackButton fallback={paths.my} />} />}>
      <PullToRefresh label={t`Refreshing`} onRefresh={history.refetch} />
      <p className="ink-2">
        <Trans>Something here wasn’t you? Change your login password. This logs out all other devices.</Trans>
      </p>
      <PagedList
        query={history}
        itemsOf={(page) => page.events}
        loading={<SkeletonRows count={6} />}
        failed={<Trans>Couldn’t load the history.</Trans>}
        // Whoever reads this has signed in, which is in it.
        empty={null}
      >
        {(events) => (
          <Card flush>
            <ul className="my-devices">
              {events.map(({ id, kind, at, device, ip }) => (
                <li key={id}>
                  <Row
                    title={i18n._(securityEventTexts[kind])}
                    note={
                      <>
                        {formatDateTime(at)}
                        <br />
                        {device}
                        {device === null || ip === null ? null : ' · '}
                        {ip === null ? null : <bdi dir="ltr">{ip}</bdi>}
                      </>
                    }
                  />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
    </Page>
  );
}

export { SecurityHistoryPage as Component };
