import { watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { stampOf } from './stamp-of.ts';

/** How long nothing may change before a change is told: a file is written in several steps, and several files at once. */
const quietMs = 50;

export type WatchedFiles = {
  /** Also watches files, each with the stamp from before it was read: one that changed since is told of at once. */
  readonly add: (files: readonly (readonly [path: string, stamp: string])[]) => void;
  /** Resolves at the next change with the paths that changed. */
  readonly changed: () => Promise<readonly string[]>;
  readonly close: () => void;
};

/** Watches files for other content, changed in place or exchanged, as most editors do. */
export function watchFiles(): WatchedFiles {
  const folders = new Map<string, FSWatcher>();
  const stamps = new Map<string, string>();
  let changes = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let next = Promise.withResolvers<readonly string[]>();

  const tell = (): void => {
    next.resolve([...changes]);
    next = Promise.withResolvers();
    changes = new Set();
  };
  const look = (path: string): void => {
    const now = stampOf(path);
    const before = stamps.get(path);
    if (before === undefined || before === now) return;
    stamps.set(path, now);
    changes.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  };
  const watchFolder = (folder: string): void => {
    if (folders.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name !== null) look(join(folder, name));
    });
    // The folder is gone; its files were told of as changed.
    watcher.on('error', () => watcher.close());
    folders.set(folder, watcher);
  };

  return {
    add: (files) => {
      for (const [path, stamp] of files) {
        if (stamps.has(path)) continue;
        stamps.set(path, stamp);
        watchFolder(dirname(path));
        look(path);
      }
    },
    changed: () => next.promise,
    close: () => {
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}
