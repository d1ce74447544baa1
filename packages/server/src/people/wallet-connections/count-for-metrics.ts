import { connectionPhase, connectionRequestState } from '@tern/contracts/routes/wallet-connections';
import type { DbReader } from '@tern/db/database';
import { selectOpenByPhase } from './connection-store.ts';
import { selectLastHourByState } from './request-store.ts';

export type ConnectionCounts = {
  /** Connections that are not over, for each phase but that. */
  readonly connections: readonly { readonly phase: string; readonly items: number }[];
  /** What sites asked for within the last hour, by what became of it. */
  readonly requests: readonly { readonly state: string; readonly items: number }[];
};

/** Every phase and every state, those with nothing in them too: a curve that is not there looks like one that is well. */
export async function countForMetrics(db: DbReader): Promise<ConnectionCounts> {
  const [connections, requests] = await Promise.all([selectOpenByPhase(db), selectLastHourByState(db)]);
  const open = connectionPhase.options.filter((phase) => phase !== 'over');
  return {
    connections: open.map((phase) => ({ phase, items: connections.get(phase) ?? 0 })),
    requests: connectionRequestState.options.map((state) => ({ state, items: requests.get(state) ?? 0 })),
  };
}
