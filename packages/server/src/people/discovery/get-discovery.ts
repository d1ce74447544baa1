import type { PersonId } from '@tern/base/ids';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import type { DbReader } from '@tern/db/database';
import { selectDiscovery } from './discovery-store.ts';

/** Who may find this person: nobody, until they said so. */
export async function getDiscovery(db: DbReader, personId: PersonId): Promise<DiscoveryView> {
  return (await selectDiscovery(db, personId)) ?? { byPhone: false, byEmail: false, shownName: '' };
}
