/** What the watcher tells a process that it keeps ready: packages to load ahead of time, as addresses of files, or to run. */
export type ToSpare = { readonly packages: readonly string[] } | 'run';

/** What such a process has imported since it last said so. */
export type FromSpare = {
  /** Files of this repository, as absolute paths, each with its stamp from before it was read. */
  readonly files: readonly (readonly [path: string, stamp: string])[];
  /** Files of packages that a file of this repository asked for, as addresses. */
  readonly packages: readonly string[];
};
