import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { replaceCredential, type IdentityDeps, getMainContact, recordSecurityEvent } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { proveAgain, type Again, proveBoundAuthenticator } from '../factors/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { checkLoginPassword } from './login-password-rules.ts';

/** Changes the login password of the signed-in person. Throws the contract's problems. */
export async function changeLoginPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly password: string;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const { productName, productToken } = deps.settings;
  const contact = await getMainContact(deps.db.kysely, personId);
  checkLoginPassword(input.password, { words: [productName, productToken], contact });
  if (input.password === input.loginPassword) throw problem('PASSWORD_UNCHANGED');
  const code = await proveAgain(deps, { ...input, purpose: 'change-login-password' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });
  const passwordHash = await deps.hasher.hash(input.password, personId);

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    await replaceCredential(tx, personId, passwordHash, now);
    await protectAfterChange(tx, deps, { session: input.session, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'login-password-changed',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-login-password-changed',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
  });
}
