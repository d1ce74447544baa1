import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import type { DbReader } from '@tern/db/database';
import { findStandings, renderStanding } from '../../people/levels/public.ts';
import { selectLevelHistory } from './person-tabs-store.ts';

/** The level of somebody's identity check with all that was decided about it; null where there never were levels. */
export async function showLevel(db: DbReader, personId: PersonId): Promise<PersonSecurityView['level']> {
  const standing = (await findStandings(db, [personId])).get(personId);
  if (standing === undefined) return null;
  const history = await selectLevelHistory(db, personId);
  return toWire({
    ...renderStanding(standing),
    history: [...history],
  });
}
