import { setParameter } from '../state/parameters.ts';
import type { ParameterName } from '../state/parameters.ts';
import { createWorkspace } from '../state/workspace.ts';
import { pendingTimestampMs } from './core.ts';
import type { ChainCore } from './core.ts';
import { sealPending } from './seal-pending.ts';

/**
 * Changes chain parameters and seals the block they change with, so that they are part of the chain: a revert or a
 * reorganisation that drops the block drops the change. To be called inside `core.exclusively`.
 */
export function setParameters(core: ChainCore, values: ReadonlyMap<ParameterName, bigint>): void {
  const timestampMs = pendingTimestampMs(core);
  const state = createWorkspace(core.store);
  for (const [name, value] of values) setParameter(state, name, value, timestampMs);
  core.store.apply(state.writes());
  core.pending.timestampMs = timestampMs;
  sealPending(core);
}
