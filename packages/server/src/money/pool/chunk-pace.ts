/** How many shares are paid in one transaction, learnt from how long the one before took. */
export type ChunkPace = {
  readonly size: () => number;
  /** Tells how long a transaction with so many shares took. */
  readonly learn: (chunk: { readonly shares: number; readonly tookMs: number }) => void;
};

/** Nobody's row is to be locked for longer than 150 ms; well below it, so that a machine that gets slower stays within. */
const goalMs = 50;
const sharesAtFirst = 25;
const sharesMax = 500;

/** Opens the pace of one process: small at first, at most twice as many from one transaction to the next, at least one. */
export function openChunkPace(): ChunkPace {
  let size = sharesAtFirst;
  return {
    size: () => size,
    learn: ({ shares, tookMs }) => {
      const affordable = Math.floor((shares * goalMs) / Math.max(1, tookMs));
      size = Math.max(1, Math.min(affordable, 2 * size, sharesMax));
    },
  };
}
