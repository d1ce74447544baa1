import type { QueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { hiddenBalancesKey } from './hidden-balances.ts';
import { languageKey } from './i18n.ts';
import { accountQuery, installationQuery } from './queries.ts';
import { themeKey } from './theme.ts';

// The session itself is a cookie no script can read. This note only spares a signed-out visitor the question.
const noteKey = 'signed-in';

export function hasSignedInBefore(): boolean {
  return localStorage.getItem(noteKey) !== null;
}

/** Notes that there is a session, however it began. */
export function noteSession() {
  localStorage.setItem(noteKey, 'yes');
}

/** Takes over the account that the server just signed in. */
export function beginSession(queries: QueryClient, account: AccountView) {
  forgetSession(queries);
  noteSession();
  queries.setQueryData(accountQuery.queryKey, account);
}

/** Drops everything that was read about the person; what the installation says stays. */
export function forgetSession(queries: QueryClient) {
  void forgetOnDevice();
  const [kept] = installationQuery.queryKey;
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== kept });
}

/** Wipes what this device keeps about the person. Choices of how things look are the device's and stay. */
async function forgetOnDevice() {
  sessionStorage.clear();
  const displayKeys: readonly string[] = [themeKey, hiddenBalancesKey, languageKey];
  for (const key of Object.keys(localStorage)) if (!displayKeys.includes(key)) localStorage.removeItem(key);
  // The first page of a visitor has nothing to wipe and does not wait for what does.
  const [{ forgetLastSeen }, { dropPush }] = await Promise.all([import('./last-seen.ts'), import('./push.ts')]);
  await Promise.all([forgetLastSeen(), dropPush()]);
}

/** Ends the session on this device: first `leave` the person's pages, then drop what they showed. */
export async function endSession(queries: QueryClient, leave: () => Promise<void>) {
  localStorage.removeItem(noteKey);
  await leave();
  forgetSession(queries);
}
