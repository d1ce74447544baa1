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
          Until {until}, you can send only to addresses you have used before, because the login password was reset. This
          limit ends by itself. If this wasn’t you, use the link in our message about it: it logs out all devices.
        </Trans>
      ) : props.hold.reason === 'objected' ? (
        <Trans>
          Until {until}, you can send only to addresses you have used before, because a change was stopped with the link
          in our message. This limit ends by itself.
        </Trans>
      ) : (
        <Trans>
          Until {until}, you can send only to addresses you have used before, because your security settings were
          changed. This limit ends by itself. If this wasn’t you, use the link in our message about it: it logs out all
          devices.
        </Trans>
      )}
    </Alert>
  );
}
