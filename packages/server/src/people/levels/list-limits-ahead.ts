import type { DbReader } from '@tern/db/database';
import { selectLimits } from './level-store.ts';
import { versionAt, type LimitsVersion } from './level.ts';

/** The limits in force and those that were decided for later; none where there never were levels. */
export async function listLimitsAhead(db: DbReader): Promise<readonly LimitsVersion[]> {
  const { versions, now } = await selectLimits(db);
  const current = versionAt(versions, now)?.version ?? 0;
  return versions.filter(({ version }) => version >= current);
}
