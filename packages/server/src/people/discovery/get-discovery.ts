import type { PersonId } from '@tern/base/ids';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import type { DbReader } from '@tern/db/database';
import { selectDiscovery } from './discovery-store.ts';
import { selectUsername } from './username-store.ts';

/** Who may find this person: nobody, until they said so; and the username they have. */
export async function getDiscovery(db: DbReader, personId: PersonId): Promise<DiscoveryView> {
  const allowed = (await selectDiscovery(db, personId)) ?? {
    byPhone: false,
    byEmail: false,
    byUsername: false,
    shownName: '',
  };
  return { ...allowed, username: (await selectUsername(db, personId)) ?? '' };
}
