import { toWire } from '@tern/base/to-wire';
import type { LevelLimitsView } from '@tern/contracts/levels';
import type { DbReader } from '@tern/db/database';
import { selectLimits } from './level-store.ts';
import { versionAt, versionsAfter } from './level.ts';

/** What each level may send to the chain now, and everything that was decided for later. */
export async function showLimits(db: DbReader): Promise<LevelLimitsView> {
  const { versions, now } = await selectLimits(db);
  return toWire({
    last: versions.at(-1)?.version ?? 0,
    levels: [...(versionAt(versions, now)?.limits ?? [])],
    later: versionsAfter(versions, now).map(({ effectiveAt, limits }) => ({
      at: effectiveAt,
      levels: [...limits],
    })),
  });
}
