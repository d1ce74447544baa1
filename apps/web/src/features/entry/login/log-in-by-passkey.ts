import type { AccountView } from '@tern/contracts/routes/identity';
import { signByPasskey } from '@tern/passkeys/sign-by-passkey';
import { api } from '../../../shared/api.ts';

/** Signs in with a passkey of the person's choice; undefined when they closed the browser's window. */
export async function logInByPasskey(): Promise<AccountView | undefined> {
  const { ceremonyId, ...question } = await api.protection.beginPasskeyLogin({});
  const passkey = await signByPasskey(question);
  return passkey === undefined ? undefined : await api.protection.passkeyLogin({ ceremonyId, passkey });
}
