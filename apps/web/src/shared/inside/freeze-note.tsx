import type { AccountView } from '@tern/contracts/routes/identity';
import { Alert } from '@tern/ui/notice';
import { ContactSupport } from '../contact-support.tsx';
import { problemText } from '../problem-texts.ts';

/** A hold on the whole account, as the refusal of a payment would tell it, and the way to ask about it. */
export function FreezeNote({ freeze }: { freeze: AccountView['freeze'] }) {
  if (freeze === null) return null;
  return (
    <Alert kind="warning">
      <p>{problemText({ code: 'ACCOUNT_FROZEN', data: { until: freeze.until, reason: 'security' } })}</p>
      <ContactSupport />
    </Alert>
  );
}
