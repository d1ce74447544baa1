import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

const key = 'burnt-sun';

/** SUN that fees have destroyed since genesis. */
export function burntSun(state: CellReader): bigint {
  return (state.get(key) as bigint | undefined) ?? 0n;
}

export function addBurnt(state: Workspace, feeSun: bigint): void {
  if (feeSun > 0n) state.set(key, burntSun(state) + feeSun);
}
