import type { Cell, CellReader, Writes } from './cells.ts';

/** What a set of writes replaced. */
export type Undo = ReadonlyMap<string, Cell | undefined>;

/**
 * The state at the head, pending transactions included, and the way back: one undo layer per block that wrote anything,
 * plus one for the pending block. Any earlier height that still has its layers can be read.
 */
export type Store = CellReader & {
  /** Applies one transaction's writes to the pending layer. */
  readonly apply: (writes: Writes) => void;
  /** Closes the pending layer as block `height`; returns everything it wrote. */
  readonly seal: (height: number) => Writes;
  /** Drops the pending layer, then every block above `height`. */
  readonly revertTo: (height: number) => void;
  /** The state as it was after block `height`. */
  readonly at: (height: number) => CellReader;
  /** Forgets how to go back below `height`. */
  readonly prune: (height: number) => void;
};

type Layer = { readonly height: number; readonly undo: Undo };

export function createStore(): Store {
  const cells = new Map<string, Cell>();
  const layers: Layer[] = [];
  let pending = new Map<string, Cell | undefined>();

  const put = (key: string, cell: Cell | undefined): void => {
    if (cell === undefined) cells.delete(key);
    else cells.set(key, cell);
  };
  const restore = (undo: Undo): void => {
    for (const [key, cell] of undo) put(key, cell);
  };

  return {
    get: (key) => cells.get(key),
    apply: (writes) => {
      for (const [key, cell] of writes) {
        if (!pending.has(key)) pending.set(key, cells.get(key));
        put(key, cell);
      }
    },
    seal: (height) => {
      const writes = new Map([...pending.keys()].map((key) => [key, cells.get(key)]));
      if (pending.size > 0) layers.push({ height, undo: pending });
      pending = new Map();
      return writes;
    },
    revertTo: (height) => {
      restore(pending);
      pending = new Map();
      for (let top = layers.at(-1); top !== undefined && top.height > height; top = layers.at(-1)) {
        restore(top.undo);
        layers.pop();
      }
    },
    at: (height) => ({
      get: (key) => {
        // The first layer above `height` that touched the cell holds what it was at `height`.
        for (const { undo } of layers.slice(firstAbove(layers, height))) {
          if (undo.has(key)) return undo.get(key);
        }
        return pending.has(key) ? pending.get(key) : cells.get(key);
      },
    }),
    prune: (height) => {
      layers.splice(0, firstAbove(layers, height));
    },
  };
}

/** Index of the first layer above `height`; layers are in order of height. */
function firstAbove(layers: readonly Layer[], height: number): number {
  const found = layers.findLastIndex((layer) => layer.height <= height);
  return found + 1;
}
