import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deleteAuthenticator, findAuthenticator } from './factor-store.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { proveBoundAuthenticator } from './prove-bound-authenticator.ts';

/**
 * Takes off the authenticator and its recovery codes. Sending is closed until another one is bound. Throws the
 * contract's problems.
 */
export async function unbindAuthenticator(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  if ((await findAuthenticator(deps.db.kysely, personId)) === undefined) throw problem('AUTHENTICATOR_NOT_BOUND');
  const code = await proveAgain(deps, { ...input, purpose: 'unbind-authenticator' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    if (!(await deleteAuthenticator(tx, personId))) throw problem('AUTHENTICATOR_NOT_BOUND');
    await protectAfterChange(tx, deps, { session: input.session, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'authenticator-unbound',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-authenticator-unbound',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
  });
}
