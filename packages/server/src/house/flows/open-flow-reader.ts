import type { Clock } from '@tern/base/clock';
import type { Flow } from '@tern/contracts/routes/console-flows';
import type { Database } from '@tern/db/database';
import { selectStops } from '../../platform/flow-stops/public.ts';
import { listBrokenInvariants } from '../invariants/public.ts';
import { flowsClosedByInvariants } from './closed-by-invariants.ts';

/** Age up to which an answer is used again: a stop takes effect within this time everywhere. */
const maxAgeMs = 1_000;

/**
 * Says whether a flow runs: no operator has stopped it, and the books say nothing that closes it. Two questions to the
 * database a second at most, however often it is asked.
 */
export function openFlowReader({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): (flow: Flow) => Promise<boolean> {
  const readStopped = async (): Promise<ReadonlySet<Flow>> => {
    const [stops, broken] = await Promise.all([selectStops(db.kysely), listBrokenInvariants(db.kysely)]);
    return new Set([...flowsClosedByInvariants(broken), ...stops.map(({ flow }) => flow)]);
  };
  let asked: { readonly atMs: number; readonly stopped: Promise<ReadonlySet<Flow>> } | undefined;
  return async (flow) => {
    const nowMs = clock.nowMs();
    if (asked === undefined || nowMs - asked.atMs >= maxAgeMs || nowMs < asked.atMs) {
      const stopped = readStopped();
      const mine = { atMs: nowMs, stopped };
      asked = mine;
      // A question that failed is asked again by the next.
      stopped.catch(() => {
        if (asked === mine) asked = undefined;
      });
    }
    return !(await asked.stopped).has(flow);
  };
}
