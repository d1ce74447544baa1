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
    onError: () => showToast(t`This browser could not be reached from outside. Try again later.`, 'info'),
  });
  if (state === undefined) return null;
  if (state === 'unsupported' || state === 'refused') {
    return (
      <p className="caption push-note">
        {state === 'refused' ? (
          <Trans>Notifications are not allowed. Allow them for this page in the settings of your browser.</Trans>
        ) : (
          <Trans>To be notified while the app is closed, install it first or use a browser that can.</Trans>
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
