import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { findStep } from './authenticator.ts';
import {
  consumeBinding,
  deleteAuthenticator,
  insertAuthenticator,
  isBindingConsumed,
  takeBindingTry,
} from './factor-store.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';
import { holdAfterSetUp } from './prove-again.ts';

const triesMax = 5;

/**
 * Makes the authenticator count once a code of it is right, in place of a former one, and returns its recovery codes, shown
 * this once.
 * Throws `BINDING_EXPIRED` when the set-up is over or out of tries, `AUTHENTICATOR_CODE_WRONG`,
 * `AUTHENTICATOR_ALREADY_BOUND`.
 */
export async function confirmAuthenticator(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys'>,
  input: {
    readonly session: ApiSession;
    readonly bindingId: string;
    readonly code: string;
    readonly origin: RequestOrigin;
  },
): Promise<readonly string[]> {
  const { personId } = input.session;
  const binding = await takeBindingTry(deps.db.kysely, {
    id: input.bindingId,
    personId,
    now: deps.clock.now(),
    triesMax,
  });
  if (binding === undefined) {
    const isDone = await isBindingConsumed(deps.db.kysely, { id: input.bindingId, personId });
    throw problem(isDone ? 'AUTHENTICATOR_ALREADY_BOUND' : 'BINDING_EXPIRED');
  }
  const step = await findStep(deps.keys.factorBox.open(binding.secretSealed, personId), input.code, deps.clock.nowMs());
  if (step === undefined) throw problem('AUTHENTICATOR_CODE_WRONG', { triesLeft: triesMax - binding.tries });

  return changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    if (!(await consumeBinding(tx, input.bindingId, now))) throw problem('BINDING_EXPIRED');
    if (binding.replaces) await deleteAuthenticator(tx, personId);
    const inserted = await insertAuthenticator(tx, {
      personId,
      secretSealed: binding.secretSealed,
      lastStep: step,
      now,
    });
    if (!inserted) throw problem('AUTHENTICATOR_ALREADY_BOUND');
    const codes = await issueRecoveryCodes(tx, deps, { personId, now });
    if (binding.replaces) await protectAfterChange(tx, deps, { session: input.session, now });
    else await holdAfterSetUp(tx, deps, input.session);
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: binding.replaces ? 'authenticator-replaced' : 'authenticator-bound',
      origin: input.origin,
      now,
      notice: {
        template: binding.replaces ? 'notice-authenticator-replaced' : 'notice-authenticator-bound',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return codes;
  });
}
