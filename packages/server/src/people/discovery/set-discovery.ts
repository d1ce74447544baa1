import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deleteDiscovery, upsertDiscovery } from './discovery-store.ts';
import { getDiscovery } from './get-discovery.ts';
import { readShownName } from './shown-name.ts';
import { takeUsername } from './take-username.ts';
import { readUsername } from './username.ts';

export type SetDiscoveryDeps = {
  readonly db: Database;
  readonly clock: { readonly now: () => Date };
  /** No name may be mistaken for it. */
  readonly productName: string;
};

/** Enough for second thoughts, too few to answer each sender with another name. */
const changesADay = 10;
const dayMs = 86_400_000;

/**
 * Allows others to find this person, or no longer allows it; then nothing of it is kept but the username, which stays theirs.
 * Throws `SHOWN_NAME_INVALID`, `SHOWN_NAME_RESERVED`, `USERNAME_INVALID`, `USERNAME_TAKEN`, `USERNAMES_USED_UP` and
 * `TOO_MANY_REQUESTS`.
 */
export async function setDiscovery(
  { db, clock, productName }: SetDiscoveryDeps,
  session: ApiSession,
  { byPhone, byEmail, byUsername, username: typed, shownName }: DiscoveryView,
): Promise<DiscoveryView> {
  const { personId } = session;
  // Taking the permission back is always possible.
  if (!byPhone && !byEmail && !byUsername) {
    await changeAccount(db, session, (tx) => deleteDiscovery(tx, personId));
    return getDiscovery(db.kysely, personId);
  }
  const name = readShownName(shownName, productName);
  const username = byUsername ? readUsername(typed, productName) : undefined;
  const window = { key: limitKey('discovery-changes', personId), limit: changesADay, windowMs: dayMs };
  await limitRate(db.kysely, window, clock.now());
  await changeAccount(db, session, async (tx) => {
    if (username !== undefined) await takeUsername(tx, personId, username);
    await upsertDiscovery(tx, personId, { byPhone, byEmail, byUsername, shownName: name });
  });
  return getDiscovery(db.kysely, personId);
}
