import type { CellReader } from './cells.ts';
import { getParameter } from './parameters.ts';
import type { Workspace } from './workspace.ts';

/** When votes are counted next, proposals decided and rewards shared out: with the first block of this time or later. */
export function nextMaintenanceMs(state: CellReader): number {
  return (state.get('next-maintenance') as number | undefined) ?? 0;
}

export function putNextMaintenance(state: Workspace, timeMs: number): void {
  state.set('next-maintenance', timeMs);
}

/** The first maintenance after `timeMs`, on the grid of the interval. */
export function maintenanceAfter(state: CellReader, timeMs: number): number {
  const next = nextMaintenanceMs(state);
  const intervalMs = Number(getParameter(state, 'getMaintenanceTimeInterval'));
  return next + (Math.trunc((timeMs - next) / intervalMs) + 1) * intervalMs;
}
