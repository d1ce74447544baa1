import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { checkPresentFactor } from '../factors/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { endWaitingReset, findWaitingReset } from './factor-reset-store.ts';

/** Ends a reset by a factor the account had. Throws `FACTOR_RESET_OVER` or the problems of the factor. */
export async function cancelFactorReset(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'keys'>,
  {
    session,
    factor,
    origin,
  }: { readonly session: ApiSession; readonly factor: PresentFactor; readonly origin: RequestOrigin },
): Promise<void> {
  const { personId } = session;
  if ((await findWaitingReset(deps.db.kysely, personId)) === undefined) throw problem('FACTOR_RESET_OVER');
  const proven = await checkPresentFactor(deps, { personId, factor });
  await changeAccount(deps.db, session, async (tx) => {
    const now = deps.clock.now();
    await proven.spend(tx, now);
    if (!(await endWaitingReset(tx, personId, { state: 'cancelled', now }))) throw problem('FACTOR_RESET_OVER');
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'factor-reset-cancelled',
      origin,
      now,
      notice: { template: 'notice-factor-reset-cancelled', values: toWire({ at: now }) },
    });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
