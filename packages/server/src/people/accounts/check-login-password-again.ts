import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { failureKeys, passwordPauses, judgeTry } from '../../platform/limits/public.ts';
import type { IdentityDeps } from './deps.ts';
import { throwLoginPaused } from './login-paused.ts';

/**
 * Whether somebody who is known already, by a session or by a code to their phone or e-mail, knows the login password too.
 * Throws `LOGIN_PASSWORD_WRONG` or `LOGIN_PAUSED`.
 */
export async function checkLoginPasswordAgain(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'hasher'>,
  given: { readonly personId: PersonId; readonly passwordHash: string; readonly loginPassword: string },
): Promise<void> {
  const key = failureKeys.loginPasswordAgain(given.personId);
  const judged = await judgeTry(deps, { key, pauses: passwordPauses }, async () => {
    const isRight = await deps.hasher.verify(given.passwordHash, given.loginPassword, given.personId);
    return { verdict: isRight ? 'right' : 'wrong', value: null };
  });
  if (judged.outcome === 'paused') throwLoginPaused(deps.clock, judged.pausedUntil);
  if (judged.outcome === 'wrong') throw problem('LOGIN_PASSWORD_WRONG');
}
