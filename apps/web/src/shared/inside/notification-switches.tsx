import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutableKind } from '@tern/contracts/routes/messages';
import { Loaded } from '@tern/ui/loaded';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Switch } from '@tern/ui/switch';
import { api } from '../api.ts';
import { keepAnswer } from '../keep-answer.ts';
import { messageSettingsQuery } from '../message-queries.ts';
import { PushSwitch } from './push-switch.tsx';
import { Refusal } from '../refusal.tsx';

type MessageSettings = Awaited<ReturnType<typeof api.messages.messageSettings>>;

/** Which kinds of messages are pointed at when they arrive. */
export function NotificationSwitches() {
  const { t } = useLingui();
  const settings = useQuery(messageSettingsQuery);
  return (
    <Loaded query={settings} loading={<SkeletonRows count={2} />} failed={t`Couldn’t load the settings.`}>
      {(read) => <Switches settings={read} />}
    </Loaded>
  );
}

function Switches({ settings }: { settings: MessageSettings }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (muted: MutableKind[]) => api.messages.setMessageSettings({ muted }),
    onSuccess: (saved) => keepAnswer(queries, messageSettingsQuery.queryKey, saved),
  });
  const muted = saving.isPending ? saving.variables : settings.muted;
  const kinds = [
    { kind: 'transfers', label: t`Transfers` },
    { kind: 'rewards', label: t`Rewards` },
    { kind: 'prices', label: t`Price alerts` },
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
      <Refusal error={saving.error} />
      <p className="caption">
        <Trans>
          If you switch a kind off, its messages still arrive, marked as read. You always get security messages.
        </Trans>
      </p>
    </div>
  );
}
