import { api } from '../../../shared/api.ts';
import { pendingLogoutKey } from '../../../shared/pending-logout-key.ts';
import { isPassing } from '../../../shared/read-problem.ts';

/**
 * Ends this session: `everywhere`, or where nobody answers `here` alone, with a note that it is still to be ended on the server
 * before anything else is asked. Throws what the server refuses.
 */
export async function logOut(): Promise<'everywhere' | 'here'> {
  try {
    await api.identity.logout({});
    return 'everywhere';
  } catch (error) {
    if (!isPassing(error)) throw error;
    localStorage.setItem(pendingLogoutKey, 'yes');
    // Any question does: before it is asked, the session ends.
    addEventListener('online', () => void api.identity.account({}).catch(() => undefined), { once: true });
    return 'here';
  }
}
