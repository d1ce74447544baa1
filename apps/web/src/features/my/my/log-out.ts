import { link } from '../../../shared/api.ts';
import { finishLogout } from '../../../shared/finish-logout.ts';
import { pendingLogoutKey } from '../../../shared/pending-logout-key.ts';
import { isPassing } from '../../../shared/read-problem.ts';

/**
 * Ends this session: `everywhere`, or where nobody answers `here` alone, and on the server as soon as it is reached, before
 * anything else is asked. That it is to end is noted first, so that it ends whatever becomes of this page. Throws what the server
 * refuses.
 */
export async function logOut(): Promise<'everywhere' | 'here'> {
  localStorage.setItem(pendingLogoutKey, 'yes');
  try {
    await finishLogout(link);
    return 'everywhere';
  } catch (error) {
    if (isPassing(error)) return 'here';
    localStorage.removeItem(pendingLogoutKey);
    throw error;
  }
}
