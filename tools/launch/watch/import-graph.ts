import { stampOf } from './stamp-of.ts';

/** Which file imports which, and what each was like before it was read. */
export type ImportGraph = {
  /** Notes that a file is imported. `importer` is absent for the file that is run. */
  readonly note: (path: string, importer: string | undefined) => void;
  /** What a file was like when it was first noted. */
  readonly notedStamp: (path: string) => string | undefined;
  /** The files that have changed since they were noted, and all that import them, by whatever way round. */
  readonly stale: () => ReadonlySet<string>;
};

/** An import graph of nothing yet. */
export function importGraph(): ImportGraph {
  const stamps = new Map<string, string>();
  const importers = new Map<string, Set<string>>();
  return {
    note: (path, importer) => {
      if (!stamps.has(path)) stamps.set(path, stampOf(path));
      if (importer === undefined) return;
      const known = importers.get(path);
      if (known === undefined) importers.set(path, new Set([importer]));
      else known.add(importer);
    },
    notedStamp: (path) => stamps.get(path),
    stale: () => {
      const stale = new Set([...stamps].filter(([path, stamp]) => stampOf(path) !== stamp).map(([path]) => path));
      // A set is walked through to what is added meanwhile.
      for (const path of stale) for (const importer of importers.get(path) ?? []) stale.add(importer);
      return stale;
    },
  };
}
