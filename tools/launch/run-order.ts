/** As it is installed, or from the sources with every change seen at once. */
export type RunMode = 'built' | 'from-sources';

export type RunOrder = {
  readonly mode: RunMode;
  /** Everything else runs: the worker reads the chain and operators can decide, while nobody can log in or spend. */
  readonly withoutApi: boolean;
};
