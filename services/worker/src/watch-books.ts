import { listOpenGaps } from '@tern/server/chain/reserves/public';
import { watchBooks, type Breach, type InvariantId } from '@tern/server/house/invariants/public';
import type { WorkerWorld } from './worker-world.ts';

export type BookWatch = {
  /** Step: looks whether the books are sound and agree with the chain, and says so when they do not. Returns 0. */
  readonly tick: () => Promise<number>;
  /** The invariants that the last look found broken, whichever worker made it. */
  readonly broken: () => readonly InvariantId[];
};

export function openBookWatch({ db, log, stopping }: WorkerWorld): BookWatch {
  let broken: readonly InvariantId[] = [];

  // Found by reconciliation, which compares at one irreversible block; open until it finds them gone.
  const findShortages = async (): Promise<readonly Breach[]> =>
    (await listOpenGaps(db.kysely)).map(({ assetId, subject, missing }) => ({
      invariant: subject === 'liabilities' ? 'I04' : 'I09',
      finding: `${subject}: ${missing} of ${assetId} are missing on chain`,
    }));
  return {
    tick: async () => {
      broken = await watchBooks({
        db,
        stopping,
        findOthers: findShortages,
        onBreach: (breach) => log.fatal(breach, 'the books contradict themselves'),
      });
      return 0;
    },
    broken: () => broken,
  };
}
