import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { holdCredentials, type IdentityDeps, getMainContact, getPerson } from '../accounts/public.ts';
import { sendCode } from '../codes/public.ts';
import { findOpenLogin, replaceChallenge } from './login-store.ts';

/** Sends another code for an open sign-in; only the newest one finishes it. Throws `LOGIN_STEP_EXPIRED` or a limit's problem. */
export async function resendLoginCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  { loginId }: { readonly loginId: string },
): Promise<{ readonly resendAfterSeconds: number }> {
  const login = await findOpenLogin(deps.db.kysely, loginId, deps.clock.now());
  if (login?.method !== 'code') throw problem('LOGIN_STEP_EXPIRED');
  return transact(deps.db, async (tx) => {
    const { personId, credentialsVersion: version } = login;
    if ((await holdCredentials(tx, { personId, version })) === undefined) throw problem('LOGIN_STEP_EXPIRED');
    const { language } = await getPerson(tx, login.personId);
    const contact = await getMainContact(tx, login.personId);
    const sent = await sendCode(tx, deps, {
      purpose: 'login',
      contact,
      subject: loginId,
      language,
      asker: { kind: 'person', personId: login.personId },
      wordOf: login.personId,
    });
    await replaceChallenge(tx, loginId, sent.challengeId, sent.expiresAt);
    return { resendAfterSeconds: sent.resendAfterSeconds };
  });
}
