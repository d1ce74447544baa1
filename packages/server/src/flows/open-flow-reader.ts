import type { Clock } from '@tern/base/clock';
import type { Flow } from '@tern/contracts/routes/console-flows';
import type { Database } from '@tern/db/database';
import { selectStops } from './flow-store.ts';

/** Age up to which an answer is used again: a stop takes effect within this time everywhere. */
const maxAgeMs = 1_000;

/** Says whether a flow runs. One question to the database a second at most, however often it is asked. */
export function openFlowReader({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): (flow: Flow) => Promise<boolean> {
  let asked: { readonly atMs: number; readonly stopped: Promise<ReadonlySet<Flow>> } | undefined;
  return async (flow) => {
    const nowMs = clock.nowMs();
    if (asked === undefined || nowMs - asked.atMs >= maxAgeMs || nowMs < asked.atMs) {
      const stopped = selectStops(db.kysely).then((stops) => new Set(stops.map((stop) => stop.flow)));
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
