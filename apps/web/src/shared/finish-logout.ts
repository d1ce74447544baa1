import type { ClientContext, ClientLink } from '@orpc/client';
import { isLogoutPending, pendingLogoutKey } from './pending-logout-key.ts';
import { readProblem } from './read-problem.ts';

/**
 * Ends the session of whoever logged out without a connection; that it has ended already is as good. Throws where nobody answers
 * still, and tries again when the network is back. Of several tabs one does it, before any of them logs in anew.
 */
export function finishLogout(link: ClientLink<ClientContext>): Promise<void> {
  return navigator.locks.request(pendingLogoutKey, async () => {
    if (!isLogoutPending()) return;
    try {
      await link.call(['identity', 'logout'], {}, { context: {} });
    } catch (error) {
      if (readProblem(error).code !== 'LOGIN_EXPIRED') {
        addEventListener('online', () => void finishLogout(link).catch(() => undefined), { once: true });
        throw error;
      }
    }
    localStorage.removeItem(pendingLogoutKey);
  });
}
