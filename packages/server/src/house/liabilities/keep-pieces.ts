import type { ListPiece } from './list-order.ts';

/** The pieces of a list on their way out of the thread. */
export type Pieces = {
  readonly tell: (piece: ListPiece) => void;
  /** Tells of all that was kept. */
  readonly finish: () => void;
};

/**
 * Passes pieces on at once, and keeps them from the moment at which `isBusy`. Beside others a list takes minutes, and the transaction
 * that stores it must not last as long: once it has written something, PostgreSQL keeps older versions of rows until it ends, and
 * everybody who moves money reads past them.
 */
export function keepPieces(isBusy: () => boolean, pass: (piece: ListPiece) => void): Pieces {
  const kept: ListPiece[] = [];
  return {
    tell: (piece) => {
      if (kept.length > 0 || isBusy()) kept.push(piece);
      else pass(piece);
    },
    finish: () => {
      for (const piece of kept) pass(piece);
    },
  };
}
