import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { makeStopLink } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { findAuthenticator } from './factor-store.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { proveBoundAuthenticator } from './prove-bound-authenticator.ts';

/** Ten new recovery codes, shown this once, in place of the former ones, which are worth nothing then. Throws the contract's problems. */
export async function renewRecoveryCodes(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<readonly string[]> {
  const { personId } = input.session;
  if ((await findAuthenticator(deps.db.kysely, personId)) === undefined) throw problem('AUTHENTICATOR_NOT_BOUND');
  const code = await proveAgain(deps, { ...input, purpose: 'renew-recovery-codes' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  return changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    const codes = await issueRecoveryCodes(tx, deps, { personId, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'recovery-codes-renewed',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-recovery-codes-renewed',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    return codes;
  });
}
