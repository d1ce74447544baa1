import type { CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import { genesisTimeMs } from './genesis.ts';

/** Maintenance periods since genesis, at a time. */
export function maintenanceCycle(state: CellReader, atMs: number): number {
  return Math.floor((atMs - genesisTimeMs) / intervalMs(state));
}

/** When the maintenance period of a time ends. */
export function nextMaintenanceMs(state: CellReader, atMs: number): number {
  return genesisTimeMs + (maintenanceCycle(state, atMs) + 1) * intervalMs(state);
}

function intervalMs(state: CellReader): number {
  return Number(getParameter(state, 'getMaintenanceTimeInterval'));
}
