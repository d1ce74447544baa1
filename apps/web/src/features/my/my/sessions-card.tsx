import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Chip } from '@tern/ui/chip';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { Refusal } from '../../../shared/refusal.tsx';

const sessionsQuery = queryOptions({
  queryKey: [queryTopics.sessions],
  queryFn: ({ signal }) => api.identity.listSessions({}, { signal }),
});

type SessionView = Awaited<ReturnType<typeof api.identity.listSessions>>['sessions'][number];

/** Where the account is signed in, and the way to end all of it but this. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Loaded query={sessions} loading={<SkeletonRows count={1} />} failed={<Trans>Couldn’t load your devices.</Trans>}>
      {(read) => <Sessions sessions={read.sessions} />}
    </Loaded>
  );
}

function Sessions({ sessions }: { sessions: readonly SessionView[] }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const one = useMutation({
    mutationFn: (sessionId: string) => api.identity.endSession({ sessionId }),
    onSuccess: () => showToast(t`Device logged out`),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = sessions.filter((session) => !session.current);
  return (
    <Card>
      <div className="stack gap-2">
        <h2 className="body-strong">
          <Trans>Devices</Trans>
        </h2>
        <ul className="my-devices">
          {[...sessions.filter((session) => session.current), ...others].map((session) => (
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
                      <Trans>Log out device</Trans>
                    </Button>
                  )
                }
              />
            </li>
          ))}
        </ul>
        <Refusal error={one.error} />
        {others.length === 0 ? null : (
          <Button kind="quiet" small onClick={() => setAsking(true)}>
            <Trans>Log out other devices</Trans>
          </Button>
        )}
      </div>
      <EndOthers open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function EndOthers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => api.identity.endOtherSessions({}),
    onSuccess: () => {
      onClose();
      showToast(t`Logged out everywhere else`);
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Sheet open={open} busy={ending.isPending} onClose={onClose} title={t`Log out everywhere else?`}>
      <p className="ink-2">
        <Trans>All other devices and browsers have to log in again. This one stays logged in.</Trans>
      </p>
      <Refusal error={ending.error} />
      <Button block busy={ending.isPending} onClick={() => ending.mutate()}>
        <Trans>Log out other devices</Trans>
      </Button>
    </Sheet>
  );
}

function SeenAt(props: { at: string }) {
  const time = formatDateTime(props.at);
  return <Trans>Last seen {time}</Trans>;
}
