import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { findOperatorById } from '../../people/operators/public.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { findPasskey, notePasskeyUse, takeCeremony } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { openConsoleSession } from './open-console-session.ts';
import { checkUsedPasskey, type UsedPasskey } from './passkey-answer.ts';

/** Signs in the operator whose passkey answered. There is no other way in. Throws `PASSKEY_REFUSED`. */
export async function signIn(
  deps: ConsoleAccessDeps,
  input: { readonly ceremonyId: string; readonly passkey: UsedPasskey; readonly origin: RequestOrigin },
): Promise<string> {
  const { db, clock, settings } = deps;
  const wanted = { id: input.ceremonyId, purpose: 'sign-in', operatorId: null } as const;
  const taken = await takeCeremony(db.kysely, wanted, clock.now());
  const passkey = await findPasskey(db.kysely, Buffer.from(input.passkey.credentialId, 'base64url'));
  if (taken === undefined || passkey === undefined) throw problem('PASSKEY_REFUSED');
  const used = await checkUsedPasskey(input.passkey, passkey, { settings, challenge: taken.challenge });
  return transact(db, async (tx) => {
    const operator = await findOperatorById(tx, passkey.operatorId);
    const isFresh = await notePasskeyUse(tx, { ...used, id: passkey.id, now: clock.now() });
    if (operator === undefined || operator.disabledAt !== null || !isFresh) throw problem('PASSKEY_REFUSED');
    return openConsoleSession(tx, deps, { passkey, origin: input.origin });
  });
}
