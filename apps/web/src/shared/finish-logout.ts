import { isLogoutPending, pendingLogoutKey } from './pending-logout-key.ts';
import { readProblem } from './read-problem.ts';

/**
 * Ends, with `end`, the session of whoever logged out without a connection; that it has ended already is as good. Throws what
 * `end` throws otherwise, and the session is still to be ended. Of several tabs one does it, before any of them logs in anew.
 */
export function finishLogout(end: () => Promise<unknown>): Promise<void> {
  return navigator.locks.request(pendingLogoutKey, async () => {
    if (!isLogoutPending()) return;
    try {
      await end();
    } catch (error) {
      if (readProblem(error).code !== 'LOGIN_EXPIRED') throw error;
    }
    localStorage.removeItem(pendingLogoutKey);
  });
}
