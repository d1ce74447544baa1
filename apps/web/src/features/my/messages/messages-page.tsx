import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Empty } from '@tern/ui/empty';
import { EndMark } from '@tern/ui/end-mark';
import { ErrorState } from '@tern/ui/error-state';
import { IconButton } from '@tern/ui/icon-button';
import { CheckCheckIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { SkeletonRows } from '@tern/ui/skeleton';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { LoadMore } from '../../../shared/inside/load-more.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { installationQuery, queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { oneOf, useSearch } from '../../../shared/search-params.ts';
import { MessageFilters } from './message-filters.tsx';
import { messagesQuery } from '../shared/message-queries.ts';
import { MessageRow } from './message-row.tsx';
import '../shared/messages-page.css';

const searchShape = { kind: oneOf(['transfers', 'rewards', 'security', 'announcements'], undefined) };

/** What happened to the person's money and account, newest first. */
function MessagesPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { kind } = useSearch(searchShape);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const list = useInfiniteQuery(messagesQuery(kind));
  const { data, error, isFetching, isFetchNextPageError, refetch } = list;
  const reading = useMutation({
    mutationFn: () => api.messages.readAllMessages({}),
    onSuccess: () => showToast(t`All marked as read`),
    onSettled: () =>
      Promise.all(
        [queryTopics.messages, queryTopics.unread].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      ),
  });
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <Page
      gap="small"
      bar={
        <AppBar
          title={t`Messages`}
          back={<BackButton fallback={paths.my} />}
          action={
            messages.some(({ read }) => !read) ? (
              <IconButton label={t`Mark all as read`} disabled={reading.isPending} onClick={() => reading.mutate()}>
                <CheckCheckIcon />
              </IconButton>
            ) : null
          }
        />
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={refetch} />
      <MessageFilters kind={kind} />
      {reading.error ? (
        <Alert kind="danger" announce>
          {problemText(readProblem(reading.error))}
        </Alert>
      ) : null}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows count={6} />
        ) : (
          <ErrorState
            note={<Trans>The messages could not be reached.</Trans>}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          {error !== null && !isFetchNextPageError ? <OutdatedNote readAtMs={list.dataUpdatedAt} /> : null}
          {messages.length === 0 ? (
            <Empty
              title={<Trans>No messages</Trans>}
              note={<Trans>What happens to your money and your account is told here.</Trans>}
            />
          ) : (
            <>
              <ul>
                {messages.map((message) => (
                  <li key={message.id} className="messages-item">
                    <MessageRow message={message} installation={installation} now={new Date(list.dataUpdatedAt)} />
                  </li>
                ))}
              </ul>
              {list.hasNextPage ? (
                <LoadMore
                  failed={isFetchNextPageError}
                  busy={list.isFetchingNextPage}
                  onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
                />
              ) : (
                <EndMark>
                  <Trans>That is everything</Trans>
                </EndMark>
              )}
            </>
          )}
        </>
      )}
    </Page>
  );
}

export { MessagesPage as Component };
