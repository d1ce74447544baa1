import { Trans } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Alert } from '@tern/ui/notice';
import { formatDateTime } from '../format-time.ts';

/** A hold with its reason and its end; it ends by itself, never by paying. */
export function HoldNote(props: { hold: AccountView['hold'] }) {
  if (props.hold === null) return null;
  const until = formatDateTime(props.hold.until);
  return (
    <Alert kind="info">
      {props.hold.reason === 'recovered' ? (
        <Trans>
          Until {until} you can send only to addresses you have used before, because the login password was set by
          recovery. It ends by itself. If it was not you, use the link in our message about it: it signs everybody out.
        </Trans>
      ) : props.hold.reason === 'objected' ? (
        <Trans>
          Until {until} you can send only to addresses you have used before, because a change was stopped by the link in
          its notice. It ends by itself.
        </Trans>
      ) : (
        <Trans>
          Until {until} you can send only to addresses you have used before, because your security settings were
          changed. It ends by itself. If it was not you, use the link in our message about it: it signs everybody out.
        </Trans>
      )}
    </Alert>
  );
}
