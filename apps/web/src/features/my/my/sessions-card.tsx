import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Chip } from '@tern/ui/chip';
import { ErrorState } from '@tern/ui/error-state';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';

const sessionsQuery = queryOptions({
  queryKey: [queryTopics.sessions],
  queryFn: ({ signal }) => api.identity.listSessions({}, { signal }),
});

/** Where the account is signed in, and the way to end all of it but this. */
export function SessionsCard() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: () => api.identity.endOtherSessions({}),
    onSuccess: () => {
      setAsking(false);
      showToast(t`Signed out everywhere else`);
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const one = useMutation({
    mutationFn: (sessionId: string) => api.identity.endSession({ sessionId }),
    onSuccess: () => showToast(t`Signed out there`),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  if (error && !data)
    return (
      <ErrorState
        note={<Trans>Your devices could not be read.</Trans>}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows count={1} />;
  const others = data.sessions.filter((session) => !session.current);
  return (
    <Card>
      <div className="stack gap-2">
        <h2 className="body-strong">
          <Trans>Devices</Trans>
        </h2>
        <ul className="my-devices">
          {[...data.sessions.filter((session) => session.current), ...others].map((session) => (
            <li key={session.id}>
              <Row
                title={session.device}
                note={<SeenAt at={session.seenAt} />}
                end={
                  session.current ? (
                    <Chip kind="running">
                      <Trans>This device</Trans>
                    </Chip>
                  ) : (
                    <Button
                      kind="text"
                      small
                      busy={one.isPending && one.variables === session.id}
                      onClick={() => one.mutate(session.id)}
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  )
                }
              />
            </li>
          ))}
        </ul>
        {one.error ? (
          <Alert kind="danger" announce>
            {problemText(readProblem(one.error))}
          </Alert>
        ) : null}
        {others.length === 0 ? null : (
          <Button kind="quiet" small onClick={() => setAsking(true)}>
            <Trans>Sign out others</Trans>
          </Button>
        )}
      </div>
      <Sheet
        open={asking}
        busy={ending.isPending}
        onClose={() => setAsking(false)}
        title={t`Sign out everywhere else?`}
      >
        <p className="ink-2">
          <Trans>All other devices and browsers have to log in again. This one stays signed in.</Trans>
        </p>
        {ending.error ? (
          <Alert kind="danger" announce>
            {problemText(readProblem(ending.error))}
          </Alert>
        ) : null}
        <Button block busy={ending.isPending} onClick={() => ending.mutate()}>
          <Trans>Sign out others</Trans>
        </Button>
      </Sheet>
    </Card>
  );
}

function SeenAt(props: { at: string }) {
  const time = formatDateTime(props.at);
  return <Trans>Last seen {time}</Trans>;
}
