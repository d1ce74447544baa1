import type { PersonId } from '@tern/base/ids';
import type { PersonSecurityView } from '@tern/contracts/routes/console-person-tabs';
import type { DbReader } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { findStandings, type LevelLimit } from '../../people/levels/public.ts';
import { selectLevelHistory } from './person-tabs-store.ts';

/** The level of somebody's identity check with all that was decided about it; null where there never were levels. */
export async function showLevel(db: DbReader, personId: PersonId): Promise<PersonSecurityView['level']> {
  const standing = (await findStandings(db, [personId])).get(personId);
  if (standing === undefined) return null;
  const { level, daily, until, next } = standing;
  const wire = (limit: LevelLimit): string | null => (limit === null ? null : unitsToWire(limit));
  const history = await selectLevelHistory(db, personId);
  return {
    level,
    daily: wire(daily),
    until: until?.toISOString() ?? null,
    next: next === null ? null : { at: next.at.toISOString(), daily: wire(next.daily) },
    history: history.map(({ from, until: end, decidedAt, ...each }) => ({
      ...each,
      from: from.toISOString(),
      until: end?.toISOString() ?? null,
      decidedAt: decidedAt.toISOString(),
    })),
  };
}
