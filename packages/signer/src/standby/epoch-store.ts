import type { StoreDatabase } from './logged-database.ts';

/**
 * Which signer of a pair may sign. Each take-over begins an epoch; a signer that has heard of one that another began is closed
 * for good.
 */
export type EpochStore = {
  /** The epoch that this store is of; 1 until somebody takes over. */
  readonly epoch: () => number;
  /** The newest epoch that another signer has begun, where it is newer than ours. */
  readonly newerEpoch: () => number | undefined;
  readonly putEpoch: (epoch: { readonly number: number; readonly own: boolean; readonly atMs: number }) => void;
};

export function openEpochStore(database: StoreDatabase): EpochStore {
  const newest = database.prepare('SELECT max(number) AS number FROM epochs WHERE own = ?');
  const put = database.prepare('INSERT OR IGNORE INTO epochs (number, own, at_ms) VALUES (?, ?, ?)');
  const read = (own: number, otherwise: number): number => Number(newest.get(own)?.['number'] ?? otherwise);
  const epoch = (): number => read(1, 1);
  return {
    epoch,
    newerEpoch: () => {
      const other = read(0, 0);
      return other > epoch() ? other : undefined;
    },
    putEpoch: ({ number, own, atMs }) => {
      put.run(number, own ? 1 : 0, atMs);
    },
  };
}
