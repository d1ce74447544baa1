import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { Alert } from '@tern/ui/notice';
import { SkeletonRows } from '@tern/ui/skeleton';
import { Switch } from '@tern/ui/switch';
import { api } from '../api.ts';
import { keepAnswer } from '../keep-answer.ts';
import { messageSettingsQuery } from '../message-queries.ts';
import { problemText } from '../problem-texts.ts';
import { PushSwitch } from './push-switch.tsx';
import { readProblem } from '../read-problem.ts';

/** Which kinds of messages are pointed at when they arrive. */
export function NotificationSwitches() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(messageSettingsQuery);
  const saving = useMutation({
    mutationFn: (muted: ('transfers' | 'rewards')[]) => api.messages.setMessageSettings({ muted }),
    onSuccess: (saved) => keepAnswer(queries, messageSettingsQuery.queryKey, saved),
  });
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows count={2} />
    ) : (
      <ErrorState note={t`The settings could not be reached.`} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  const muted = saving.isPending ? saving.variables : data.muted;
  const kinds = [
    { kind: 'transfers', label: t`Transfers` },
    { kind: 'rewards', label: t`Rewards` },
  ] as const;
  return (
    <div className="stack">
      {kinds.map(({ kind, label }) => (
        <Switch
          key={kind}
          label={label}
          checked={!muted.includes(kind)}
          busy={saving.isPending}
          onChange={(on) => saving.mutate(on ? muted.filter((each) => each !== kind) : [...muted, kind])}
        />
      ))}
      <PushSwitch />
      {saving.error ? (
        <Alert kind="danger" announce>
          {problemText(readProblem(saving.error))}
        </Alert>
      ) : null}
      <p className="caption">
        <Trans>Messages of a kind that is off still arrive, marked as read. Security is always told.</Trans>
      </p>
    </div>
  );
}
