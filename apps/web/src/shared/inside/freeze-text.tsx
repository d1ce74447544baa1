import { Trans } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { formatDateTime } from '../format-time.ts';

/** That an account is on hold, and until when, in one line. */
export function FreezeText({ freeze }: { freeze: NonNullable<AccountView['freeze']> }) {
  const until = formatDateTime(freeze.until);
  return <Trans>Your account is on hold until {until}</Trans>;
}
