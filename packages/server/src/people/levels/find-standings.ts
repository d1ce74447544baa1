import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { selectDecisions, selectLimits } from './level-store.ts';
import { findStanding, type LevelStanding } from './level.ts';

/** How these people stand now, by the database's clock; nobody where there never were levels. */
export async function findStandings(
  db: DbReader,
  personIds: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, LevelStanding>> {
  if (personIds.length === 0) return new Map();
  const { versions, now } = await selectLimits(db);
  if (versions.length === 0) return new Map();
  const decisions = await selectDecisions(db, personIds);
  return new Map(personIds.map((id) => [id, findStanding({ versions, decisions: decisions.get(id) ?? [] }, now)]));
}
