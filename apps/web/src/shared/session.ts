import type { QueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { hiddenBalancesKey } from './hidden-balances-key.ts';
import { languageKey } from './i18n.ts';
import { lastLoginKey } from './last-login-key.ts';
import { pendingLogoutKey } from './pending-logout-key.ts';
import { accountQuery, installationQuery } from './queries.ts';
import { noteSession } from './session-owner.ts';
import { themeKey } from './theme.ts';

/** Takes over the account that the server just signed in. */
export function beginSession(queries: QueryClient, account: AccountView) {
  forgetSession(queries);
  noteSession(account);
  queries.setQueryData(accountQuery.queryKey, account);
}

/** Drops everything that was read about the person; what the installation says stays, and so do drafts in this tab. */
export function forgetSession(queries: QueryClient) {
  void forgetOnDevice();
  const [kept] = installationQuery.queryKey;
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== kept });
}

/**
 * Wipes what this device keeps about the person. Choices of how things look and whom to greet are the device's and stay, and so
 * does that a session is still to be ended.
 */
async function forgetOnDevice() {
  const kept: readonly string[] = [themeKey, hiddenBalancesKey, languageKey, lastLoginKey, pendingLogoutKey];
  for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key);
  // The first page of a visitor has nothing to wipe and does not wait for what does.
  const [{ forgetLastSeen }, { dropPush }] = await Promise.all([import('./last-seen.ts'), import('./push.ts')]);
  await Promise.all([forgetLastSeen(), dropPush()]);
}
