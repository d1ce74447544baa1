import { Trans, useLingui } from '@lingui/react/macro';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { Empty } from '@tern/ui/empty';
import { IconButton } from '@tern/ui/icon-button';
import { CheckCheckIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { PullToRefresh } from '@tern/ui/pull-to-refresh';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { showToast } from '@tern/ui/toast';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { PagedList } from '../../../shared/inside/paged-list.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery, queryTopics } from '../../../shared/queries.ts';
import { oneOf, useSearch } from '../../../shared/search-params.ts';
import { MessageFilters } from './message-filters.tsx';
import { messagesQuery } from '../shared/message-queries.ts';
import { MessageRow } from './message-row.tsx';
import '../shared/messages-page.css';
import { Refusal } from '../../../shared/refusal.tsx';

const searchShape = { kind: oneOf(['transfers', 'rewards', 'prices', 'security', 'announcements'], undefined) };

/** What happened to the person's money and account, newest first. */
function MessagesPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { kind } = useSearch(searchShape);
  const { data: installation } = useSuspenseQuery(installationQuery);
  const list = useInfiniteQuery(messagesQuery(kind));
  const reading = useMutation({
    mutationFn: () => api.messages.readAllMessages({}),
    onSuccess: () => showToast(t`All marked as read`),
    onSettled: () =>
      Promise.all(
        [queryTopics.messages, queryTopics.unread].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      ),
  });
  const hasUnread = list.data?.pages.some(({ messages }) => messages.some(({ read }) => !read));
  return (
    <Page
      gap="small"
      bar={
        <AppBar
          title={t`Messages`}
          back={<BackButton fallback={paths.my} />}
          action={
            hasUnread ? (
              <IconButton label={t`Mark all as read`} disabled={reading.isPending} onClick={() => reading.mutate()}>
                <CheckCheckIcon />
              </IconButton>
            ) : null
          }
        />
      }
    >
      <PullToRefresh label={t`Refreshing`} onRefresh={list.refetch} />
      <MessageFilters kind={kind} />
      <Refusal error={reading.error} />
      <PagedList
        query={list}
        itemsOf={(page) => page.messages}
        loading={<SkeletonRows count={6} />}
        failed={<Trans>Couldn’t load the messages.</Trans>}
        empty={
          <Empty
            title={<Trans>No messages</Trans>}
            note={<Trans>Messages about your money and your account appear here.</Trans>}
          />
        }
      >
        {(messages, readAtMs) => (
          <ul>
            {messages.map((message) => (
              <li key={message.id} className="messages-item">
                <MessageRow message={message} installation={installation} now={new Date(readAtMs)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

/** What the page shows first. */
function askFirst(queries: QueryClient): void {
  void queries.prefetchInfiniteQuery(messagesQuery(undefined));
}

export { askFirst, MessagesPage as Component };
