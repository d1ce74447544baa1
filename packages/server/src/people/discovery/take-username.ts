import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { countUsernames, insertUsername, leaveUsername, resumeUsername, selectUsername } from './username-store.ts';

/** Enough for a mistake and a second thought, too few to collect them. */
const usernamesMax = 3;

/**
 * Makes a username, in its one form, the person's own. The one before stays theirs and finds nobody. Throws
 * `USERNAME_TAKEN`, `USERNAMES_USED_UP`. The caller's transaction holds the person's row.
 */
export async function takeUsername(tx: DbTx, personId: PersonId, username: string): Promise<void> {
  if ((await selectUsername(tx, personId)) === username) return;
  await leaveUsername(tx, personId);
  if (await resumeUsername(tx, personId, username)) return;
  if ((await countUsernames(tx, personId)) >= usernamesMax) throw problem('USERNAMES_USED_UP', { limit: usernamesMax });
  if (!(await insertUsername(tx, personId, username))) throw problem('USERNAME_TAKEN');
}
