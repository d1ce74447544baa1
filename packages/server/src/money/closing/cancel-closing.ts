import { toWire } from '@tern/base/to-wire';
import { recordSecurityEvent, type IdentityDeps } from '../../people/accounts/public.ts';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { type RequestOrigin } from '../../platform/limits/public.ts';
import { endClosing } from './closing-store.ts';

/** Keeps the account. Does nothing where no closing waits: a session is enough to stay. */
export async function cancelClosing(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'keys'>,
  { session, origin }: { readonly session: ApiSession; readonly origin: RequestOrigin },
): Promise<void> {
  const { personId } = session;
  await changeAccount(deps.db, session, async (tx) => {
    if (!(await endClosing(tx, personId, 'cancelled'))) return;
    const now = deps.clock.now();
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'closing-cancelled',
      origin,
      now,
      notice: { template: 'notice-closing-cancelled', values: toWire({ at: now }) },
    });
  });
}
