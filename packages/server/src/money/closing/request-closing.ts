import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { recordSecurityEvent, type IdentityDeps } from '../../people/accounts/public.ts';
import { proveOwner, type OwnerProof } from '../../people/factors/public.ts';
import { makeStopLink } from '../../people/safeguards/public.ts';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { type RequestOrigin } from '../../platform/limits/public.ts';
import { insertClosing } from './closing-store.ts';
import { isAccountEmpty } from './is-account-empty.ts';

/**
 * Has the account closed after the wait, and says so on every channel. Asking again while one waits changes nothing. Throws
 * `ACCOUNT_NOT_EMPTY` or the problems of the proof.
 */
export async function requestClosing(
  deps: IdentityDeps,
  { session, origin, ...proof }: OwnerProof & { readonly session: ApiSession; readonly origin: RequestOrigin },
): Promise<void> {
  const { personId } = session;
  if (!(await isAccountEmpty(deps.db.kysely, personId))) throw problem('ACCOUNT_NOT_EMPTY');
  const proven = await proveOwner(deps, { ...proof, session, purpose: 'close-account' });
  await changeAccount(deps.db, session, async (tx) => {
    const now = deps.clock.now();
    await proven.spend(tx, now);
    const closing = await insertClosing(tx, personId);
    if (closing === undefined) return;
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'closing-requested',
      origin,
      now,
      notice: {
        template: 'notice-closing-requested',
        values: toWire({
          at: now,
          due: closing.dueAt,
          link: await makeStopLink(tx, deps, { personId, now }),
        }),
      },
    });
  });
}
