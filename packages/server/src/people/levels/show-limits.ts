import type { LevelLimitsView } from '@tern/contracts/levels';
import type { DbReader } from '@tern/db/database';
import { selectLimits } from './level-store.ts';
import { limitToWire, versionAt, type LimitsVersion } from './level.ts';

/** What each level may send to the chain now, and what was decided for later. */
export async function showLimits(db: DbReader): Promise<LevelLimitsView> {
  const { versions, now } = await selectLimits(db);
  const wire = ({ limits }: LimitsVersion) => limits.map(limitToWire);
  const [current, last] = [versionAt(versions, now), versions.at(-1)];
  return {
    last: last?.version ?? 0,
    levels: current === undefined ? [] : wire(current),
    next: last === undefined || last === current ? null : { at: last.effectiveAt.toISOString(), levels: wire(last) },
  };
}
