import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { MessageView } from '@tern/contracts/routes/messages';
import { Button } from '@tern/ui/button';
import { Empty } from '@tern/ui/empty';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery, queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { describeMessage } from '../shared/describe-message.ts';
import { MessageMark } from '../shared/message-mark.tsx';
import { messageQuery } from '../shared/message-queries.ts';
import '../shared/messages-page.css';

/** One message with what can be done about it; opening it marks it as read. */
function MessagePage() {
  const { t } = useLingui();
  const { id } = useSearch({ id: uuid });
  const query = useQuery({ ...messageQuery(id ?? ''), enabled: id !== undefined });
  const { error } = query;
  useMarkRead(query.data);
  const missing = id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND');
  return (
    <Page bar={<AppBar title={t`Message`} back={<BackButton fallback={paths.messages} />} />}>
      {missing ? (
        <Empty
          title={<Trans>Message not found</Trans>}
          note={<Trans>It doesn’t exist, or it belongs to another account.</Trans>}
          action={
            <Button as={Link} to={paths.messages} replace kind="quiet" small>
              <Trans>Messages</Trans>
            </Button>
          }
        />
      ) : (
        <Loaded query={query} loading={<SkeletonRows count={2} />} failed={<Trans>Couldn’t load the message.</Trans>}>
          {(message) => <MessageBody message={message} />}
        </Loaded>
      )}
    </Page>
  );
}

function MessageBody(props: { message: MessageView }) {
  const { i18n } = useLingui();
  const { message } = props;
  const { data: installation } = useSuspenseQuery(installationQuery);
  const hidden = useBalancesHidden();
  const { title, body } = describeMessage(message, { i18n, installation, hidden });
  return (
    <article className="stack gap-4 messages-text">
      <MessageMark message={message} />
      <div className="stack gap-1">
        <h2 className="title-2">
          <bdi>{title}</bdi>
        </h2>
        <p className="caption">{formatDateTime(message.createdAt)}</p>
      </div>
      <p
        className="ink-2 own-lines messages-body"
        lang={message.about === 'announcement' ? message.language : undefined}
      >
        {body}
      </p>
      {message.about === 'record' ? (
        <Button as={Link} to={`${paths.record}?${new URLSearchParams({ id: message.recordId })}`} block>
          <Trans>View record</Trans>
        </Button>
      ) : message.about === 'activity' ? (
        <Button as={Link} to={`${paths.activity}?${new URLSearchParams({ id: message.activityId })}`} block>
          <Trans>Open the activity</Trans>
        </Button>
      ) : message.about === 'price' ? (
        <Button as={Link} to={`${paths.priceAlerts}?${new URLSearchParams({ coin: message.assetId })}`} block>
          <Trans>Open price alerts</Trans>
        </Button>
      ) : message.about === 'complaint' ? (
        <Button as={Link} to={paths.complaints} block>
          <Trans>Read the answer</Trans>
        </Button>
      ) : message.about === 'announcement' || message.about === 'bonus' ? null : (
        <>
          <Button as={Link} to={paths.securityHistory} kind="quiet" block>
            <Trans>Account history</Trans>
          </Button>
          <Button as={Link} to={paths.support} kind="quiet" block>
            <Trans>Contact support</Trans>
          </Button>
        </>
      )}
    </article>
  );
}

function useMarkRead(message: MessageView | undefined) {
  const queries = useQueryClient();
  const unreadId = message === undefined || message.read ? undefined : message.id;
  useEffect(() => {
    if (unreadId === undefined) return;
    api.messages.readMessage({ id: unreadId }).then(
      () =>
        Promise.all(
          [queryTopics.messages, queryTopics.message, queryTopics.unread].map((topic) =>
            queries.invalidateQueries({ queryKey: [topic] }),
          ),
        ),
      // It stays unread, which is true, and is marked the next time it is opened.
      () => undefined,
    );
  }, [queries, unreadId]);
}

export { MessagePage as Component };
