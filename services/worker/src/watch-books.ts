import { findShortages, watchBooks, type InvariantId } from '@tern/server/house/invariants/public';
import type { WorkerWorld } from './worker-world.ts';

export type BookWatch = {
  /** Step: looks whether the books are sound and agree with the chain, and says so when they do not. Returns 0. */
  readonly tick: () => Promise<number>;
  /** The invariants that the last look found broken, whichever worker made it. */
  readonly broken: () => readonly InvariantId[];
};

export function openBookWatch({ db, log, stopping }: WorkerWorld): BookWatch {
  let broken: readonly InvariantId[] = [];
  return {
    tick: async () => {
      broken = await watchBooks({
        db,
        stopping,
        // Found by reconciliation, which compares at one irreversible block; open until it finds them gone.
        findOthers: () => findShortages(db.kysely),
        onBreach: (breach) => log.fatal(breach, 'the books contradict themselves'),
      });
      return 0;
    },
    broken: () => broken,
  };
}
