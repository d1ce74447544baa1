import { CancelledError, type QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { loadTexts } from '../shared/i18n.ts';
import { loginPathFor, paths, readReturnPath } from '../shared/paths.ts';
import type { Problem } from '../shared/problem.ts';
import { isLogoutPending } from '../shared/pending-logout-key.ts';
import { accountQuery } from '../shared/queries.ts';
import { readProblem } from '../shared/read-problem.ts';
import { preferencesQuery } from '../shared/preference-queries.ts';
import { hasSignedInBefore, noteSession } from '../shared/session-owner.ts';

/** Loaded only where nobody answers. */
async function showLastSeen(queries: QueryClient): Promise<boolean> {
  const lastSeen = await import('../shared/last-seen.ts');
  return lastSeen.showLastSeen(queries);
}

/**
 * What kept somebody out. A question is only broken off where another answer has already ended the session, and who logged out
 * without a connection has none, whatever the server knows.
 */
function whyNot(error: unknown): Problem['code'] {
  return error instanceof CancelledError || isLogoutPending() ? 'LOGIN_EXPIRED' : readProblem(error).code;
}

/** Lets only people with a session in; others go to the login page, which leads back afterwards. */
export function requireSession(queries: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    try {
      const [account] = await Promise.all([
        queries.ensureQueryData(accountQuery),
        loadTexts('inside'),
        // Without an answer the defaults hold. Later an older one is asked again beside the page, which does not wait for it.
        queries.ensureQueryData({ ...preferencesQuery, revalidateIfStale: true }).catch(() => undefined),
      ]);
      noteSession(account);
      return null;
    } catch (error) {
      const code = whyNot(error);
      // Nobody answers: what this device saw last is better than nothing, and says how old it is.
      if (code === 'NETWORK' && (await showLastSeen(queries))) {
        await loadTexts('inside');
        return null;
      }
      if (code !== 'LOGIN_EXPIRED') throw error;
      const { pathname, search } = new URL(request.url);
      return redirect(loginPathFor(pathname + search));
    }
  };
}

/** Sends a visitor who is signed in on to the home page, or to the page that was wanted. */
export function passSignedIn(queries: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    if (!hasSignedInBefore()) return null;
    try {
      await queries.ensureQueryData(accountQuery);
    } catch (error) {
      if (whyNot(error) !== 'NETWORK' || !(await showLastSeen(queries))) return null;
    }
    return redirect(readReturnPath(new URL(request.url).searchParams.get('redirect')) ?? paths.home);
  };
}
