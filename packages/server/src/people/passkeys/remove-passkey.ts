import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { proveAgain, type Again, proveBoundAuthenticator } from '../factors/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deletePasskey } from './passkey-store.ts';

/** Removes a passkey of the signed-in person, and with it whoever signed in by it. Throws `NOT_FOUND` or the contract's problems. */
export async function removePasskey(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly passkeyId: string;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const code = await proveAgain(deps, { ...input, purpose: 'remove-passkey' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    if (!(await deletePasskey(tx, personId, input.passkeyId))) throw problem('NOT_FOUND');
    await protectAfterChange(tx, deps, { session: input.session, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'passkey-removed',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-passkey-removed',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
  });
}
