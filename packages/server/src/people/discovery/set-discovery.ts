import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deleteDiscovery, upsertDiscovery } from './discovery-store.ts';
import { readShownName } from './shown-name.ts';

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
 * Allows others to find this person, or no longer allows it; then nothing of it is kept. Throws `SHOWN_NAME_INVALID`,
 * `SHOWN_NAME_RESERVED`, `TOO_MANY_REQUESTS`.
 */
export async function setDiscovery(
  { db, clock, productName }: SetDiscoveryDeps,
  session: ApiSession,
  { byPhone, byEmail, shownName }: DiscoveryView,
): Promise<DiscoveryView> {
  const { personId } = session;
  // Taking the permission back is always possible.
  if (!byPhone && !byEmail) {
    await changeAccount(db, session, (tx) => deleteDiscovery(tx, personId));
    return { byPhone, byEmail, shownName: '' };
  }
  const name = readShownName(shownName, productName);
  const window = { key: limitKey('discovery-changes', personId), limit: changesADay, windowMs: dayMs };
  await limitRate(db.kysely, window, clock.now());
  const discovery = { byPhone, byEmail, shownName: name };
  await changeAccount(db, session, (tx) => upsertDiscovery(tx, personId, discovery));
  return discovery;
}
