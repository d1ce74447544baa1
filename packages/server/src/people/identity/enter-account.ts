import type { AccountView } from '@tern/contracts/routes/identity';
import type { ApiContext } from '../../platform/api-context.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import type { OpenedSession } from '../sign-in/public.ts';
import { getAccount } from './get-account.ts';

/** Hands the browser its session, and the mark of a new device, and shows the account. */
export async function enterAccount(
  deps: IdentityDeps,
  context: Pick<ApiContext, 'setSessionCookie' | 'setDeviceCookie'>,
  session: OpenedSession,
): Promise<AccountView> {
  context.setSessionCookie(session.token);
  if (session.deviceToken !== undefined) context.setDeviceCookie(session.deviceToken);
  return getAccount(deps, session.personId);
}
