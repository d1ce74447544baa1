import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '@tern/ui/card';
import { EndMark } from '@tern/ui/end-mark';
import { ErrorState } from '@tern/ui/error-state';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { LoadMore } from '../../../shared/inside/load-more.tsx';
import { paths } from '../../../shared/paths.ts';
import { queryTopics } from '../../../shared/queries.ts';
import '../shared/my-page.css';
import { securityEventTexts } from '../shared/security-event-texts.ts';

const historyQuery = infiniteQueryOptions({
  queryKey: [queryTopics.securityEvents],
  queryFn: ({ pageParam, signal }) => api.identity.securityEvents({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** Every sign-in and every change of a protection, newest first. */
function SecurityHistoryPage() {
  const { t, i18n } = useLingui();
  const history = useInfiniteQuery(historyQuery);
  const { data, isFetching, isFetchNextPageError, refetch } = history;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Page bar={<AppBar title={t`Account history`} back={<BackButton fallback={paths.my} />} />}>
      <PullToRefresh label={t`Refreshing`} onRefresh={refetch} />
      <p className="ink-2">
        <Trans>Something here was not you? Change your login password; it signs out everybody else.</Trans>
      </p>
      {data === undefined ? (
        history.error === null ? (
          <SkeletonRows count={6} />
        ) : (
          <ErrorState
            note={<Trans>The history could not be reached.</Trans>}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
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
          {history.hasNextPage ? (
            <LoadMore
              failed={isFetchNextPageError}
              busy={history.isFetchingNextPage}
              onLoad={() => void history.fetchNextPage({ cancelRefetch: false })}
            />
          ) : (
            <EndMark>
              <Trans>That is everything</Trans>
            </EndMark>
          )}
        </>
      )}
    </Page>
  );
}

export { SecurityHistoryPage as Component };
