import type { Cell, CellReader, Writes } from './cells.ts';

/** A private overlay in which a transaction runs; nothing reaches the state below unless its writes are applied. */
export type Workspace = CellReader & {
  readonly set: (key: string, cell: Cell | undefined) => void;
  /** A point `rollback` can return to. */
  readonly mark: () => number;
  readonly rollback: (mark: number) => void;
  readonly writes: () => Writes;
  /** Every replacement of a cell, in order, without those that were rolled back. */
  readonly replacements: () => readonly Replacement[];
};

type Replacement = { readonly key: string; readonly before: Cell | undefined; readonly after: Cell | undefined };

export function createWorkspace(below: CellReader): Workspace {
  const overlay = new Map<string, Cell | undefined>();
  const journal: {
    readonly key: string;
    readonly had: boolean;
    readonly cell: Cell | undefined;
    readonly after: Cell | undefined;
  }[] = [];
  return {
    get: (key) => (overlay.has(key) ? overlay.get(key) : below.get(key)),
    set: (key, cell) => {
      journal.push({ key, had: overlay.has(key), cell: overlay.get(key), after: cell });
      overlay.set(key, cell);
    },
    mark: () => journal.length,
    rollback: (mark) => {
      while (journal.length > mark) {
        const entry = journal.pop();
        if (entry === undefined) return;
        if (entry.had) overlay.set(entry.key, entry.cell);
        else overlay.delete(entry.key);
      }
    },
    writes: () => overlay,
    replacements: () =>
      journal.map(({ key, had, cell, after }) => ({ key, before: had ? cell : below.get(key), after })),
  };
}
