/** What the watcher tells a process that it keeps ready: modules to load ahead of time, as addresses of files, or to run. */
export type ToSpare = { readonly modules: readonly string[] } | 'run';

/** What such a process has imported since it last said so. */
export type FromSpare = {
  /** Files of this repository, as absolute paths, each with its stamp from before it was read. */
  readonly files: readonly (readonly [path: string, stamp: string])[];
  /** What another such process can load ahead of time, as addresses. */
  readonly modules: readonly string[];
};
