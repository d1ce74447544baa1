import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import { maskContact, type IdentityDeps, getMainContact } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { authenticatorUri, newAuthenticatorSecret } from './authenticator.ts';
import { findAuthenticator, insertBinding } from './factor-store.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { proveBoundAuthenticator } from './prove-bound-authenticator.ts';

export type BegunBinding = {
  readonly bindingId: string;
  readonly secret: string;
  readonly uri: string;
  readonly expiresAt: Date;
};

/**
 * Starts binding an authenticator, the first or another one: its key is shown this once, and is worth nothing before a
 * right code confirms it; until then the present one stays. Throws the contract's problems.
 */
export async function beginAuthenticator(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    /** Needed where an authenticator is bound, which the new one then replaces. */
    readonly factor?: PresentFactor | undefined;
  },
): Promise<BegunBinding> {
  const { personId } = input.session;
  const isBound = (await findAuthenticator(deps.db.kysely, personId)) !== undefined;
  if (isBound && input.factor === undefined) throw problem('AUTHENTICATOR_ALREADY_BOUND');
  const code = await proveAgain(deps, { ...input, purpose: 'bind-authenticator' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  return changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    const bindingId = randomUUID();
    const secret = newAuthenticatorSecret();
    const expiresAt = new Date(now.getTime() + deps.settings.bindingMs);
    await insertBinding(tx, {
      id: bindingId,
      personId,
      secretSealed: deps.keys.factorBox.seal(secret, personId),
      replaces: isBound,
      now,
      expiresAt,
    });
    const label = maskContact(await getMainContact(tx, personId));
    return {
      bindingId,
      secret,
      uri: authenticatorUri({ secret, issuer: deps.settings.productName, label }),
      expiresAt,
    };
  });
}
