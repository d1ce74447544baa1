import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from '@tern/ui/switch';
import { showToast } from '@tern/ui/toast';
import './push-switch.css';
import { switchPushOff, switchPushOn } from '../push.ts';
import { pushStateQuery } from './push-state-query.ts';

/** Whether this device shows messages while the app is closed. */
export function PushSwitch() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data: state } = useQuery(pushStateQuery);
  const switching = useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn() : switchPushOff()),
    onSuccess: (now) => queries.setQueryData(pushStateQuery.queryKey, now),
    onError: () => showToast(t`Couldn’t turn on notifications in this browser. Try again later.`, 'info'),
  });
  if (state === undefined) return null;
  if (state === 'unsupported' || state === 'refused') {
    return (
      <p className="caption push-note">
        {state === 'refused' ? (
          <Trans>Notifications are blocked. Allow them for this page in your browser settings.</Trans>
        ) : (
          <Trans>
            To get notifications while the app is closed, install it first or use a browser that supports them.
          </Trans>
        )}
      </p>
    );
  }
  const on = switching.isPending ? switching.variables : state === 'on';
  return (
    <Switch
      label={t`On this device, also while the app is closed`}
      checked={on}
      busy={switching.isPending}
      onChange={(wanted) => switching.mutate(wanted)}
    />
  );
}
