import { randomUUID } from 'node:crypto';
import { toWire } from '@tern/base/to-wire';
import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import {
  checkLoginPasswordAgain,
  normalizeContact,
  holdCredentials,
  type IdentityDeps,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { makeStopLink } from '../safeguards/public.ts';
import { checkWayBackCode } from './check-way-back-code.ts';
import { insertReset } from './factor-reset-store.ts';

/**
 * Starts the long way back of somebody who has lost authenticator and recovery codes, by login password and a code to phone
 * or e-mail. Nothing changes for a week, during which they are told every day and any old factor or link ends it; then it
 * takes two operators. Funds stay as usable as they are. A contact nobody has fails like a wrong code. Throws the contract's
 * problems.
 */
export async function startFactorReset(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'strangers' | 'keys' | 'alert'>,
  input: {
    readonly target: TargetInput;
    readonly loginPassword: string;
    readonly challengeId: string;
    readonly code: string;
    readonly origin: RequestOrigin;
    /** Of the browser, where it carries one. */
    readonly deviceToken?: string | null;
  },
): Promise<{ readonly readyAt: Date }> {
  const contact = normalizeContact(input.target);
  const { code, subject } = await checkWayBackCode(deps, { ...input, purpose: 'reset-factors', contact });
  const { personId } = subject;
  await checkLoginPasswordAgain(deps, {
    personId,
    passwordHash: subject.passwordHash,
    loginPassword: input.loginPassword,
  });
  if (!subject.hasAuthenticator) throw problem('AUTHENTICATOR_NOT_BOUND');

  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const version = subject.credentialsVersion;
    if ((await holdCredentials(tx, { personId, version })) === undefined) throw problem('CODE_WRONG');
    await spendCode(tx, code, now);
    const readyAt = new Date(now.getTime() + deps.settings.factorResetMs);
    if (!(await insertReset(tx, { id: randomUUID(), personId, now, readyAt }))) throw problem('FACTOR_RESET_OPEN');
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'factor-reset-started',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-factor-reset-started',
        values: toWire({
          at: now,
          readyAt,
          link: await makeStopLink(tx, deps, { personId, now }),
        }),
      },
    });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return { readyAt };
  });
}
